"""A client of the HTTP API that is driven by its description: it knows no address and no field but those in
`openapi.json`. It refuses to send what the file does not allow, and every answer must be in the file."""

import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

# How long a room may be busy.
PATIENCE = 60

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "integer": int,
    "number": (int, float),
}


class Refused(Exception):
    """A problem that the room answered with."""

    def __init__(self, status, problem):
        super().__init__(f"{status}: {problem.get('detail')}")
        self.status, self.problem = status, problem
        self.code = problem["type"].rsplit("/", 1)[1]


class Client:
    """Calls the operations of a room by their names: `client.listTables(limit=5)`."""

    def __init__(self, origin, description, token=None):
        self.base = origin + description["servers"][0]["url"]
        self.origin, self.description, self.token = origin, description, token
        self.operations = {
            operation["operationId"]: (method.upper(), path, operation)
            for path, methods in description["paths"].items()
            for method, operation in methods.items()
        }

    def __getattr__(self, name):
        if name not in self.operations:
            raise AttributeError(f"the description has no operation {name}")
        return lambda **fields: self.call(name, fields)

    def pages(self, name, **fields):
        """Returns the rows of all pages of a list."""
        rows, after = [], {}
        while True:
            page = self.call(name, {**fields, **after})
            rows += page["items"]
            if "after" not in page:
                return rows
            after = {"after": page["after"]}

    def call(self, name, fields):
        method, path, operation = self.operations[name]
        fields, query, headers = dict(fields), {}, {}
        for parameter in operation.get("parameters", []):
            key = parameter["name"]
            if key == "Idempotency-Key":
                headers[key] = str(uuid.uuid4())
                continue
            if key not in fields:
                assert not parameter.get("required"), f"{name} needs {key}"
                continue
            value = fields.pop(key)
            self.check(value, parameter["schema"], f"{name}: {key}")
            if parameter["in"] == "path":
                path = path.replace("{%s}" % key, urllib.parse.quote(str(value), safe=""))
            else:
                assert parameter["in"] == "query", parameter
                query[key] = str(value).lower() if isinstance(value, bool) else value
        body = None
        if "requestBody" in operation:
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            self.check(fields, schema, name)
            body, headers["Content-Type"] = json.dumps(fields).encode(), "application/json"
        else:
            assert not fields, f"{name} has no {', '.join(fields)}"
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        address = self.base + path + ("?" + urllib.parse.urlencode(query) if query else "")
        request = urllib.request.Request(address, body, headers, method=method)
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    return self.read(name, operation, answer.status, answer.read())
            except urllib.error.HTTPError as error:
                refused = Refused(error.code, self.read(name, operation, error.code, error.read()))
            # A busy room is asked again. With its key, a change is made once.
            if refused.status != 503 or time.monotonic() > until:
                raise refused
            time.sleep(0.5)

    def read(self, name, operation, status, text):
        """Reads an answer, which must be one that the description has."""
        described = operation["responses"]
        found = described.get(str(status), described.get(f"{status // 100}XX"))
        assert found, f"{name} answers {status}, which is not in the description"
        found = self.resolved(found)
        if "content" not in found:
            assert not text, f"{name}: a body with {status}"
            return None
        (content,) = found["content"].values()
        value = json.loads(text)
        self.check(value, content["schema"], f"the answer of {name}")
        return value

    def resolved(self, schema):
        while "$ref" in schema:
            at = self.description
            for part in schema["$ref"].removeprefix("#/").split("/"):
                at = at[part]
            schema = at
        return schema

    def check(self, value, schema, where):
        wrong = self.wrong(value, schema, where)
        assert wrong is None, wrong

    def wrong(self, value, schema, where):
        """Says in what a value differs from its schema; `None` if it does not."""
        schema = self.resolved(schema)
        types = schema.get("type", [])
        types = [types] if isinstance(types, str) else types
        is_flag = isinstance(value, bool)
        fits = (isinstance(value, TYPES[one]) and is_flag == (one == "boolean") for one in types)
        if types and not any(fits):
            return f"{where}: {value!r} is not of type {types}"
        if "const" in schema and value != schema["const"]:
            return f"{where}: {value!r} is not {schema['const']!r}"
        if "enum" in schema and value not in schema["enum"]:
            return f"{where}: {value!r} is none of {schema['enum']}"
        if isinstance(value, (int, float)) and not is_flag:
            if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
                return f"{where}: {value} is out of range"
        for key in ("anyOf", "oneOf"):
            tried = [self.wrong(value, one, where) for one in schema.get(key, [])]
            if tried and all(tried):
                # The alternative that has the right constant says what is wrong.
                return max(tried, key=lambda text: "is not '" not in text)
        if isinstance(value, dict):
            return self.wrong_object(value, schema, where)
        if isinstance(value, list) and "items" in schema:
            each = (self.wrong(one, schema["items"], f"{where}[{i}]") for i, one in enumerate(value))
            return next(filter(None, each), None)
        return None

    def wrong_object(self, value, schema, where):
        known = schema.get("properties", {})
        missing = [name for name in schema.get("required", []) if name not in value]
        if missing:
            return f"{where}: {missing} is missing"
        others = schema.get("additionalProperties", True)
        for name, part in value.items():
            if name in known:
                wrong = self.wrong(part, known[name], f"{where}.{name}")
            elif isinstance(others, dict):
                wrong = self.wrong(part, others, f"{where}.{name}")
            else:
                wrong = None if others else f"{where}: there is no {name}"
            if wrong:
                return wrong
        return None
