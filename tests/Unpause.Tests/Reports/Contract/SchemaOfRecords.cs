using System.Reflection;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using System.Text.Json.Serialization;
using System.Xml.Linq;
using Unpause.Reports.Documents;
using Unpause.Reports.Documents.Json;

namespace Unpause.Tests.Reports.Contract;

/// <summary>
/// Makes the contract's JSON Schema (draft 2020-12) of the records: their shape by System.Text.Json's exporter, their descriptions from
/// their comments, their words from <see cref="Vocabulary"/>. Objects are open, because readers pass over what they don't know.
/// </summary>
internal static class SchemaOfRecords
{
    private const string DefinitionsKey = "$defs";

    /// <summary>Names in the schema, and so in the page's types, that are not the record's own without its ending.</summary>
    private static readonly Dictionary<Type, string> OwnNames = new()
    {
        [typeof(ProcessDocument)] = "ProcessReport",
        [typeof(GenerationDocument)] = "GenerationRow",
        [typeof(KindDocument)] = "KindRow",
        [typeof(CauseDocument)] = "CauseRow",
        [typeof(PhaseDocument)] = "PhaseRow",
        [typeof(SpaceDocument)] = "SpaceRow",
        [typeof(CounterDocument)] = "CounterSummary",
        [typeof(HoleDocument)] = "ExplainedHole",
        [typeof(EventDocument)] = "CollectionEvent",
        [typeof(CollectionsInDocument)] = "CollectionsIn",
    };

    /// <summary>The schema as text, as it is committed.</summary>
    public static string Text()
    {
        var comments = Comments();
        var root = Schema(typeof(ReportDocument), comments);
        var schema = new JsonObject
        {
            ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
            ["$id"] = "urn:unpause:report:1",
            ["title"] = "Report",
        };
        foreach (var (name, value) in root.ToList())
        {
            root.Remove(name);
            schema[name] = value;
        }

        schema["properties"]!["schema"] = new JsonObject { ["const"] = ReportDocument.CurrentSchema };
        var definitions = new JsonObject();
        foreach (var type in Reachable(typeof(ReportDocument)).Skip(1)) definitions[NameOf(type)] = Schema(type, comments);
        schema[DefinitionsKey] = definitions;
        var options = new JsonSerializerOptions
        {
            WriteIndented = true,
            Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping
        };
        return schema.ToJsonString(options) + "\n";
    }

    /// <summary>The contract's records, the report first, each after one that holds it.</summary>
    public static IReadOnlyList<Type> Reachable(Type root)
    {
        var found = new List<Type> { root };
        for (var i = 0; i < found.Count; i++)
        {
            foreach (var property in found[i].GetProperties(BindingFlags.Public | BindingFlags.Instance))
            {
                foreach (var type in Parts(property.PropertyType).Where(IsRecord))
                {
                    if (!found.Contains(type)) found.Add(type);
                }
            }
        }

        return found;
    }

    public static string NameOf(Type type) =>
        OwnNames.TryGetValue(type, out var own)
            ? own
            : type.Name.EndsWith("Document", StringComparison.Ordinal) ? type.Name[..^"Document".Length] : type.Name;

    private static JsonObject Schema(Type type, Dictionary<string, string> comments)
    {
        var exporter = new JsonSchemaExporterOptions
        {
            TreatNullObliviousAsNonNullable = true,
            TransformSchemaNode = (context, node) => Transform(context, node, comments),
        };
        var schema = (JsonObject)ReportJson.Default.Options.GetJsonSchemaAsNode(type, exporter);
        schema["type"] = "object";
        if (comments.TryGetValue($"T:{type.FullName}", out var comment)) schema.Insert(0, "description", comment);
        return schema;
    }

    private static JsonNode Transform(JsonSchemaExporterContext context, JsonNode node, Dictionary<string, string> comments)
    {
        if (context.Path.Length == 0) return node;
        var property = context.PropertyInfo?.AttributeProvider as PropertyInfo;
        var made = Shape(context, node, property);
        if (property is not null && comments.TryGetValue($"P:{property.DeclaringType!.FullName}.{property.Name}", out var comment))
        {
            made["description"] = comment;
        }

        return made;
    }

    private static JsonObject Shape(JsonSchemaExporterContext context, JsonNode node, PropertyInfo? property)
    {
        var type = Nullable.GetUnderlyingType(context.TypeInfo.Type) ?? context.TypeInfo.Type;
        var optional = property?.GetCustomAttribute<JsonIgnoreAttribute>() is not null;
        var nullable = !optional && (type != context.TypeInfo.Type || context.PropertyInfo?.IsGetNullable == true);
        if (IsRecord(type))
        {
            var reference = new JsonObject { ["$ref"] = $"#/{DefinitionsKey}/{NameOf(type)}" };
            return nullable ? new JsonObject { ["anyOf"] = new JsonArray(new JsonObject { ["type"] = "null" }, reference) } : reference;
        }

        var bounded = property?.GetCustomAttribute<SignedAttribute>() is null;
        var shape = type switch
        {
            _ when type == typeof(string) => Typed("string", nullable),
            _ when type == typeof(bool) => Typed("boolean", nullable),
            _ when type == typeof(byte[]) => Typed("string", nullable),
            _ when type == typeof(long) || type == typeof(int) => Typed("integer", nullable),
            _ when type == typeof(double) || type == typeof(Milliseconds) => Typed("number", nullable),
            _ => Typed(
                context.TypeInfo.Kind == System.Text.Json.Serialization.Metadata.JsonTypeInfoKind.Enumerable ? "array" : "object",
                nullable),
        };
        if (type == typeof(byte[])) shape["contentEncoding"] = "base64";
        if (bounded && (type == typeof(long) || type == typeof(int) || type == typeof(Milliseconds))) shape["minimum"] = 0;
        if (type == typeof(double) && property?.Name.EndsWith("Percent", StringComparison.Ordinal) == true)
        {
            (shape["minimum"], shape["maximum"]) = (0, 100);
        }

        if (node is JsonObject inner)
        {
            foreach (var part in (string[])["items", "additionalProperties"])
            {
                if (inner[part] is JsonObject kept) shape[part] = kept.DeepClone();
            }
        }

        if (property?.GetCustomAttribute<WordsAttribute>() is { } words) AddWords(shape, words.List, nullable);
        return shape;
    }

    private static void AddWords(JsonObject shape, string list, bool nullable)
    {
        var words = (IReadOnlyList<string>)typeof(Vocabulary).GetProperty(list)!.GetValue(null)!;
        var values = new JsonArray([.. words.Select(word => (JsonNode)word)]);
        if (nullable) values.Add(null);
        shape.Remove("type");
        shape["enum"] = values;
    }

    private static JsonObject Typed(string name, bool nullable) =>
        new() { ["type"] = nullable ? new JsonArray(name, "null") : name };

    private static IEnumerable<Type> Parts(Type type) => type.IsGenericType ? type.GetGenericArguments().SelectMany(Parts) : [type];

    private static bool IsRecord(Type type) => type is { IsClass: true } && type.Namespace == typeof(ReportDocument).Namespace;

    /// <summary>The summaries of the library's comments by the compiler's ids, in one line each.</summary>
    private static Dictionary<string, string> Comments()
    {
        var file = Path.ChangeExtension(typeof(ReportDocument).Assembly.Location, ".xml");
        return XDocument.Load(file).Descendants("member")
            .Where(member => member.Element("summary") is not null)
            .ToDictionary(
                member => member.Attribute("name")!.Value,
                member => string.Join(' ', Plain(member.Element("summary")!).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)),
                StringComparer.Ordinal);
    }

    private static string Plain(XElement element) => string.Concat(element.Nodes().Select(node => node switch
    {
        XText text => text.Value,
        XElement { Name.LocalName: "see" } see => see.Attribute("cref")?.Value.Split('.')[^1] ?? "",
        XElement inner => Plain(inner),
        _ => "",
    }));
}
