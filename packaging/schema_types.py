"""TypeScript types of what a JSON Schema describes: as much of the language of schemas as ours use."""


def title(name):
    return "".join(part.capitalize() for part in name.split("_"))


def reference(schema):
    return schema["$ref"].rsplit("/", 1)[-1]


def literal(value):
    return f"'{value}'" if isinstance(value, str) else "null" if value is None else str(value).lower()


class Writer:
    """Writes each object among the definitions as an interface, and everything else where it stands."""

    SIMPLE = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean", "null": "null"}

    def __init__(self, definitions, prefix):
        self.definitions = definitions
        self.prefix = prefix

    def has_name(self, name):
        return "properties" in self.definitions[name]

    def named(self, name):
        """The name of a definition, or what stands for it."""
        definition = self.definitions[name]
        if not self.has_name(name):
            return self.type_of(definition)
        return self.prefix + title(name) + (" | null" if self.may_be_null(definition) else "")

    @staticmethod
    def may_be_null(schema):
        return isinstance(schema.get("type"), list) and "null" in schema["type"]

    def type_of(self, schema, indent=""):
        if "$ref" in schema:
            return self.named(reference(schema))
        if "anyOf" in schema:
            return " | ".join(self.type_of(one, indent) for one in schema["anyOf"])
        if "enum" in schema:
            return " | ".join(literal(value) for value in schema["enum"])
        if "const" in schema:
            return literal(schema["const"])
        kinds = schema.get("type", [])
        kinds = kinds if isinstance(kinds, list) else [kinds]
        return " | ".join(self.of_kind(kind, schema, indent) for kind in kinds) or "unknown"

    def of_kind(self, kind, schema, indent):
        if kind == "array":
            return self.array(schema, indent)
        return self.object(schema, indent) if kind == "object" else self.SIMPLE[kind]

    def array(self, schema, indent):
        item = self.type_of(schema.get("items", {}), indent)
        count = schema.get("minItems")
        if count is not None and count == schema.get("maxItems"):
            return f"[{', '.join([item] * count)}]"
        return f"({item})[]" if " | " in item and not item.startswith(("{", "[")) else f"{item}[]"

    def object(self, schema, indent):
        if "properties" not in schema:
            values = schema.get("additionalProperties")
            return f"Record<string, {self.type_of(values, indent) if isinstance(values, dict) else 'unknown'}>"
        return "\n".join(["{", *self.members(schema, indent + "  "), indent + "}"])

    def members(self, schema, indent):
        for name, value in schema["properties"].items():
            if "description" in value:
                yield f"{indent}/** {value['description']} */"
            mark = "" if name in schema.get("required", ()) else "?"
            yield f"{indent}{name}{mark}: {self.type_of(value, indent)};"

    def declaration(self, name, schema):
        note = [f"/** {schema['description']} */"] if "description" in schema else []
        return ["", *note, f"export interface {name} {{", *self.members(schema, "  "), "}"]


def declarations(schema, name, prefix):
    """The lines that declare what the schema describes as `name`, and its definitions with the prefix."""
    writer = Writer(schema.get("$defs", {}), prefix)
    lines = writer.declaration(name, schema)
    for one, definition in writer.definitions.items():
        if writer.has_name(one):
            lines += writer.declaration(prefix + title(one), definition)
    return lines
