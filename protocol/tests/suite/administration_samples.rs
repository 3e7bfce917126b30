//! One value of every message about accounts and operators.

use crate::samples::Note;
use cardroom_protocol::administration::*;
use cardroom_protocol::client::{SecondFactorStep, SetSecondFactor};
use cardroom_protocol::push::*;
use cardroom_protocol::server::{ApiTokenInfo, RecoveryCodes, Role, Scope, SecondFactorKey};
use cardroom_protocol::{
    ApiTokenId, Chips, ClientMessage, HandNo, RequestId, Secret, ServerMessage, TableId, TimeMs,
    TournamentId,
};

const REQUEST: RequestId = RequestId(140);
const TABLE: TableId = TableId(7);
const THEN: TimeMs = TimeMs(1_790_000_000_000);

fn ada() -> String {
    "Ada Lovelace".to_owned()
}

fn new_account() -> NewAccount {
    NewAccount { name: ada(), role: Role::Player, password: Some(Secret::from("bernoulli")) }
}

fn orders() -> Vec<AccountOrder> {
    use AccountOrder as O;
    vec![
        O::Create(NewAccount { name: ada(), role: Role::Host, password: None }),
        O::Create(new_account()),
        O::CreateAll(Box::new([new_account()].into_iter().collect())),
        O::Unlock(ada()),
        O::Rename(NewName { account: ada(), name: "Ada King".to_owned() }),
        O::SetRole(NewRole { account: ada(), role: Role::Floor }),
        O::ResetPassword(ada()),
        O::Suspend(Until { account: ada(), until: Some(THEN) }),
        O::Restore(ada()),
        O::Mute(Until { account: ada(), until: None }),
        O::Unmute(ada()),
        O::Remove(RemoveFrom { account: ada(), table: TABLE }),
        O::SignOut(ada()),
        O::RevokeToken(TokenOf { account: ada(), token: ApiTokenId(70_001) }),
        O::RemoveSecondFactor(ada()),
        O::GrantChips(ChipsFor { account: ada(), chips: Chips(2_500) }),
        O::TakeChips(ChipsFor { account: ada(), chips: Chips(1) }),
        O::MergeGuest(Merge { guest: "Guest 17".to_owned(), into: ada(), chips: true }),
        O::Erase(ada()),
        O::SettleReport(4),
        O::UnlinkSignIn(ada()),
    ]
}

/// Every client message about them.
pub(crate) fn client() -> Vec<(Note, ClientMessage)> {
    let secret = || Secret::from("081804");
    let code = Secret::from("cr_reset");
    let mut samples: Vec<(Note, ClientMessage)> = vec![
        ("", UseResetCode { request: REQUEST, code, password: Secret::from("bernoulli") }.into()),
        ("", GetAccount { request: REQUEST, account: ada() }.into()),
        (
            "of one account",
            ListOperations { request: REQUEST, account: Some(ada()), from: 20 }.into(),
        ),
        ("of all", ListOperations { request: REQUEST, account: None, from: 0 }.into()),
    ];
    let text = || "Folded three aces to a friend.".to_owned();
    let report =
        |hand| ReportPlayer { request: REQUEST, table: TABLE, player: ada(), hand, text: text() };
    let search = |account: Option<String>, table| SearchChat {
        request: REQUEST,
        text: "fish".to_owned(),
        account,
        table,
        from: 0,
    };
    samples.extend([
        ("with a hand", report(Some(HandNo(12))).into()),
        ("", report(None).into()),
        ("open ones", ListReports { request: REQUEST, open: true, from: 0 }.into()),
        ("of one account at one table", search(Some(ada()), Some(TABLE)).into()),
        ("everywhere", search(None, None).into()),
    ]);
    let kinds = [
        AccountKind::Any,
        AccountKind::Registered,
        AccountKind::Guest,
        AccountKind::Staff,
        AccountKind::Suspended,
    ];
    let find = |which| FindAccounts { request: REQUEST, text: "ada".to_owned(), which, from: 0 };
    samples.extend(kinds.map(|which| ("", find(which).into())));
    let steps = [
        SecondFactorStep::Begin(secret()),
        SecondFactorStep::Confirm(secret()),
        SecondFactorStep::Remove(secret()),
    ];
    samples.extend(steps.map(|step| ("", SetSecondFactor { request: REQUEST, step }.into())));
    let changes = [
        PushChange::Subscribe(PushSubscription {
            endpoint: Secret::from("https://push.example.org/send/k7qf2m9x"),
            public_key: Secret::from(PUSH_KEY),
            auth: Secret::from("BTBZMqHH6r4Tts7J_aSIgg"),
            language: "de".to_owned(),
        }),
        PushChange::Unsubscribe(Secret::from("https://push.example.org/send/k7qf2m9x")),
        PushChange::Choose(push_kinds()),
    ];
    samples.push(("", GetPush { request: REQUEST }.into()));
    samples.extend(changes.map(|change| ("", SetPush { request: REQUEST, change }.into())));
    samples
        .extend([false, true].map(|visible| ("", SetVisible { request: REQUEST, visible }.into())));
    let order = |order| Administer { request: REQUEST, reason: "A test.".to_owned(), order };
    samples.extend(orders().into_iter().map(|each| ("", order(each).into())));
    samples
}

/// A public key in base64url, as browsers and the room write theirs.
const PUSH_KEY: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkN\
                        toIAiw4";

fn push_kinds() -> PushKinds {
    PushKinds { turn: true, table_begins: true, seat_free: false, tournament_begins: true }
}

/// Every server message about them.
pub(crate) fn server() -> Vec<(Note, ServerMessage)> {
    let row = || AccountRow {
        id: "17".to_owned(),
        name: ada(),
        role: Role::Player,
        guest: false,
        bot: false,
        online: true,
        opened_at: Some(THEN),
        suspended_until: Some(THEN),
        muted_until: None,
        erased_at: None,
    };
    let erased = AccountRow {
        name: "Erased 18".to_owned(),
        opened_at: None,
        suspended_until: None,
        muted_until: Some(THEN),
        erased_at: Some(THEN),
        ..row()
    };
    let accounts = vec![row(), erased];
    let token = ApiTokenInfo {
        id: ApiTokenId(70_001),
        label: "night bot".to_owned(),
        scopes: [Scope::Accounts].into_iter().collect(),
        created_ms: THEN,
        last_used_ms: None,
        last_address: None,
        ends_ms: None,
    };
    let shown = AccountShown {
        request: REQUEST,
        account: row(),
        wallet: Chips(9_000),
        on_tables: Chips(1_000),
        second_factor: true,
        tables: vec![
            SeatedAt { table: TABLE, name: "Mira".to_owned(), tournament: None },
            SeatedAt {
                table: TableId(9),
                name: "Nightly · table 2".to_owned(),
                tournament: Some(TournamentId(3)),
            },
        ],
        tournaments: vec![TournamentId(3)],
        tokens: vec![token],
        linked: true,
        locked_until: Some(THEN),
    };
    let (code, expires_at) = (Secret::from("cr_reset"), THEN);
    let made = ResetCode { request: REQUEST, account: ada(), code, expires_at };
    let operation = |operator| Operation {
        at: THEN,
        operator,
        account: ada(),
        done: "Suspended until 2026-09-21 13:33 UTC".to_owned(),
        reason: "Abuse in chat.".to_owned(),
    };
    let operations = vec![operation(Some("Lady Justice".to_owned())), operation(None)];
    let report = |settled_at, outcome: &str, hand| Report {
        number: 4,
        at: THEN,
        reporter: "Charles".to_owned(),
        player: ada(),
        table: TABLE,
        hand,
        text: "Folded three aces to a friend.".to_owned(),
        settled_at,
        outcome: outcome.to_owned(),
    };
    let reports =
        vec![report(None, "", Some(HandNo(12))), report(Some(THEN), "Warned both.", None)];
    let line = ChatFound { at: THEN, name: ada(), table: TABLE, text: "Nice hand".to_owned() };
    let lines = vec![line];
    let key = Secret::from("JBSWY3DPEHPK3PXP");
    let address = Secret::from("otpauth://totp/Cardroom:Ada?secret=JBSWY3DPEHPK3PXP");
    let offered = |key: Option<&str>, browsers| PushOffered {
        request: REQUEST,
        key: key.map(str::to_owned),
        kinds: push_kinds(),
        browsers,
    };
    vec![
        ("", offered(Some(PUSH_KEY), 2).into()),
        ("the room sends no notices", offered(None, 0).into()),
        ("", SecondFactorKey { request: REQUEST, key, address }.into()),
        ("", RecoveryCodes { request: REQUEST, codes: vec![Secret::from("k7qf-2m9x")] }.into()),
        ("", AccountPage { request: REQUEST, from: 0, total: 2, accounts }.into()),
        ("", AccountShown { locked_until: None, ..shown.clone() }.into()),
        ("logins have to wait", shown.into()),
        ("", ResetCodes { request: REQUEST, codes: vec![made.clone()] }.into()),
        ("", made.into()),
        ("", ReportPage { request: REQUEST, from: 0, total: 2, reports }.into()),
        ("", ChatPage { request: REQUEST, from: 0, total: 1, lines }.into()),
        ("", OperationPage { request: REQUEST, from: 0, total: 2, operations }.into()),
    ]
}
