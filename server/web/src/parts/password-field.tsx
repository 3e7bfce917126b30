// A field for a password: the current one, or a new one that the browser may suggest.
import { t } from "../words/words";

interface Asked {
  label?: string;
  kind: "current" | "new";
  value: string;
  change(password: string): void;
  disabled?: boolean;
  autofocus?: boolean;
}

export const PasswordField = ({ label = t("account-password"), kind, value, change, ...rest }: Asked) => (
  <label>
    {label}
    <input
      type="password"
      value={value}
      onInput={({ currentTarget }) => change(currentTarget.value)}
      required
      minLength={8}
      autocomplete={`${kind}-password`}
      {...rest}
    />
  </label>
);
