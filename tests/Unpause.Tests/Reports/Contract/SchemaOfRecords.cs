using System.ComponentModel.DataAnnotations;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using System.Xml.Linq;
using Unpause.Reports.Checks;
using Unpause.Reports.Comparison;
using Unpause.Reports.Comparison.Documents;
using Unpause.Reports.Cycles;
using Unpause.Reports.Documents;
using Unpause.Reports.Documents.Json;
using Unpause.Reports.Fleets;
using Unpause.Reports.Fleets.Documents;
using Unpause.Reports.Heap;
using Unpause.Reports.Live;
using Unpause.Reports.Models;
using Unpause.Reports.Trends;
using Unpause.Reports.Trends.Documents;
using Unpause.Reports.Tuning;

namespace Unpause.Tests.Reports.Contract;

/// <summary>
/// A contract whose JSON Schema (draft 2020-12) is made from its records: the shape is the one that System.Text.Json writes, descriptions
/// are the comments, words and bounds are attributes. Numbers are not negative unless they are <see cref="SignedAttribute"/>.
/// </summary>
internal sealed record SchemaOfRecords(string Name, JsonSerializerOptions Json, params Type[] Roots)
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

    private static readonly Dictionary<Assembly, Dictionary<string, XElement>> Comments = [];

    public static IReadOnlyList<SchemaOfRecords> All { get; } =
    [
        new("report", ReportJson.Default.Options, typeof(ReportDocument)) { IsOpen = true },
        new("canary", FleetContractJson.Default.Options, typeof(CanaryDocument)) { IsOpen = true },
        new("comparison", ComparisonContractJson.Default.Options, typeof(ComparisonDocument)) { IsOpen = true },
        new("cycles", CyclesContractJson.Default.Options, typeof(CyclesContract)),
        new("fleet", FleetContractJson.Default.Options, typeof(FleetDocument)) { IsOpen = true },
        new("heap", HeapContractJson.Default.Options, typeof(HeapContract)),
        new("model", ModelContractJson.Default.Options, typeof(ModelContract)),
        new("processes", ProcessesContractJson.Default.Options, typeof(ProcessesContract)),
        new("trend", TrendContractJson.Default.Options, typeof(TrendDocument)) { IsOpen = true },
        new("tune", TuneContractJson.Default.Options, typeof(TuneContract)),
        new("tune-journal", TuneContractJson.Default.Options, typeof(TuneHeader), typeof(TrialLine))
        {
            Description = "The files of `unpause tune --keep FOLDER`: tune.json is a TuneHeader, each line of trials.jsonl a TrialLine. "
                + "A truncated last line is of a trial that did not end. Additions are allowed, renames are not.",
        },
        new("verdicts", VerdictsContractJson.Default.Options, typeof(VerdictsContract)),
    ];

    /// <summary>Whether objects may have more members: readers of the contract ignore what they do not know.</summary>
    public bool IsOpen { get; private init; }

    /// <summary>The description of a contract with several kinds of documents.</summary>
    public string? Description { get; private init; }

    /// <summary>The file in <c>schema/</c>.</summary>
    public string File => $"unpause.{Name}-1.schema.json";

    /// <summary>The schema as text, as it is committed.</summary>
    public string Text()
    {
        var schema = new JsonObject
        {
            ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
            ["$id"] = $"urn:unpause:{Name}:1",
            ["title"] = Name == "report" ? "Report" : $"unpause.{Name}/1",
        };
        var definitions = Reachable();
        if (Roots is [var root])
        {
            foreach (var (name, value) in Definition(root)) schema[name] = value?.DeepClone();
            definitions = definitions.Skip(1);
        }
        else
        {
            schema["description"] = Description;
            schema["oneOf"] = new JsonArray([.. Roots.Select(Reference)]);
        }

        schema[DefinitionsKey] = new JsonObject(definitions.Select(type => KeyValuePair.Create(NameOf(type), (JsonNode?)Definition(type))));
        var options = new JsonSerializerOptions
        {
            WriteIndented = true,
            Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping
        };
        return schema.ToJsonString(options) + "\n";
    }

    /// <summary>The contract's records, each after one that holds it.</summary>
    public IEnumerable<Type> Reachable()
    {
        var found = Roots.ToList();
        for (var i = 0; i < found.Count; i++)
        {
            var parts = Json.GetTypeInfo(found[i]).Properties.SelectMany(property => Parts(property.PropertyType));
            foreach (var type in parts.Where(type => IsRecord(type) && !found.Contains(type)).ToList())
            {
                if (!found.Contains(type)) found.Add(type);
            }
        }

        return found;
    }

    private static string NameOf(Type type) => OwnNames.TryGetValue(type, out var own)
        ? own
        : type.Name.Replace("Document", "", StringComparison.Ordinal).Replace("Contract", "", StringComparison.Ordinal);

    private static JsonObject Reference(Type type) => new() { ["$ref"] = $"#/{DefinitionsKey}/{NameOf(type)}" };

    private JsonObject Definition(Type type)
    {
        var properties = Json.GetTypeInfo(type).Properties.Where(property => property.Get is not null).ToList();
        var definition = new JsonObject();
        if (Comment(type, $"T:{type.FullName}")?.Element("summary") is { } summary) definition["description"] = Plain(summary);
        definition["type"] = "object";
        definition["properties"] =
            new JsonObject(properties.Select(property => KeyValuePair.Create(property.Name, (JsonNode?)Shape(property))));
        var required = properties.Where(IsRequired).Select(property => (JsonNode)property.Name).ToArray();
        if (required.Length > 0) definition["required"] = new JsonArray(required);
        if (!IsOpen) definition["additionalProperties"] = false;
        return definition;
    }

    /// <summary>Whether every document has it, also those of older versions.</summary>
    private bool IsRequired(JsonPropertyInfo property) => !IsOptional(property)
        && (property.IsRequired || property.Set is null || Member(property).DeclaringType!.GetConstructors()
            .Any(made => made.GetParameters().Any(parameter => parameter.Name == Member(property).Name)));

    /// <summary>Whether it is absent instead of null.</summary>
    private bool IsOptional(JsonPropertyInfo property) => Member(property).GetCustomAttribute<JsonIgnoreAttribute>() is not null
        || (Json.DefaultIgnoreCondition == JsonIgnoreCondition.WhenWritingNull && IsNullable(property));

    private static bool IsNullable(JsonPropertyInfo property) =>
        property.IsGetNullable || Nullable.GetUnderlyingType(property.PropertyType) is not null;

    private static PropertyInfo Member(JsonPropertyInfo property) => (PropertyInfo)property.AttributeProvider!;

    private JsonObject Shape(JsonPropertyInfo property)
    {
        var member = Member(property);
        var shape = Shape(property.PropertyType, IsNullable(property) && !IsOptional(property), member);
        var comment = Comment(member.DeclaringType!, $"P:{member.DeclaringType!.FullName}.{member.Name}")?.Element("summary")
            ?? Comment(member.DeclaringType, $"T:{member.DeclaringType.FullName}")?.Elements("param")
                .FirstOrDefault(parameter => parameter.Attribute("name")?.Value == member.Name);
        if (comment is not null) shape["description"] = Plain(comment);
        return shape;
    }

    private static JsonObject Shape(Type declared, bool nullable, PropertyInfo member)
    {
        var type = Nullable.GetUnderlyingType(declared) ?? declared;
        if (IsRecord(type))
        {
            return nullable
                ? new JsonObject { ["anyOf"] = new JsonArray(new JsonObject { ["type"] = "null" }, Reference(type)) }
                : Reference(type);
        }

        var shape = new JsonObject();
        void Type(string name) => shape["type"] = nullable ? new JsonArray(name, "null") : name;
        if (type == typeof(string)) Describe(shape, nullable, member);
        else if (type == typeof(bool)) Type("boolean");
        else if (type == typeof(byte[]))
        {
            Type("string");
            shape["contentEncoding"] = "base64";
        }
        else if (type == typeof(long) || type == typeof(int) || type == typeof(double) || type == typeof(Milliseconds))
        {
            Type(type == typeof(long) || type == typeof(int) ? "integer" : "number");
            Bound(shape, type, member);
        }
        else if (type.GetGenericArguments() is [_, var value])
        {
            Type("object");
            shape["additionalProperties"] = Shape(value, Nullable.GetUnderlyingType(value) is not null, member);
        }
        else if (type.GetGenericArguments() is [var item])
        {
            Type("array");
            shape["items"] = Shape(item, Nullable.GetUnderlyingType(item) is not null, member);
            if (member.GetCustomAttribute<NotEmptyAttribute>() is not null) shape["minItems"] = 1;
        }
        else
        {
            throw new NotSupportedException($"{member.DeclaringType}.{member.Name}: {type}");
        }

        return shape;
    }

    private static void Describe(JsonObject shape, bool nullable, PropertyInfo member)
    {
        var words = member.GetCustomAttribute<WordsAttribute>() is { } listed
            ? (IReadOnlyList<string>)typeof(Vocabulary).GetProperty(listed.List)!.GetValue(null)!
            : member.GetCustomAttribute<AllowedValuesAttribute>()?.Values.Cast<string>().ToList();
        if (words is [var only])
        {
            shape["const"] = only;
        }
        else if (words is not null)
        {
            shape["enum"] = new JsonArray([.. words.Select(word => (JsonNode)word), .. nullable ? (JsonNode?[])[null] : []]);
        }
        else
        {
            shape["type"] = nullable ? new JsonArray("string", "null") : "string";
            if (member.GetCustomAttribute<RegularExpressionAttribute>() is { } pattern) shape["pattern"] = pattern.Pattern;
            if (member.GetCustomAttribute<DataTypeAttribute>()?.DataType == DataType.DateTime) shape["format"] = "date-time";
        }
    }

    private static void Bound(JsonObject shape, Type type, PropertyInfo member)
    {
        if (member.GetCustomAttribute<RangeAttribute>() is { } range)
        {
            shape[range.MinimumIsExclusive ? "exclusiveMinimum" : "minimum"] = (int)range.Minimum;
            if (range.Maximum is not int.MaxValue) shape["maximum"] = (int)range.Maximum;
        }
        else if (member.GetCustomAttribute<SignedAttribute>() is null)
        {
            shape["minimum"] = 0;
            if (type == typeof(double) && member.Name.EndsWith("Percent", StringComparison.Ordinal)) shape["maximum"] = 100;
        }
    }

    private static IEnumerable<Type> Parts(Type type) => type.IsGenericType ? type.GetGenericArguments().SelectMany(Parts) : [type];

    private static bool IsRecord(Type type) =>
        type is { IsClass: true } && type.Assembly.GetName().Name!.StartsWith("Unpause", StringComparison.Ordinal);

    private static XElement? Comment(Type type, string id)
    {
        if (!Comments.TryGetValue(type.Assembly, out var comments))
        {
            comments = XDocument.Load(Path.ChangeExtension(type.Assembly.Location, ".xml")).Descendants("member")
                .ToDictionary(member => member.Attribute("name")!.Value, StringComparer.Ordinal);
            Comments[type.Assembly] = comments;
        }

        return comments.GetValueOrDefault(id);
    }

    /// <summary>A comment in one line.</summary>
    private static string Plain(XElement comment)
    {
        return string.Join(' ', Text(comment).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

        static string Text(XElement element) => string.Concat(element.Nodes().Select(node => node switch
        {
            XText text => text.Value,
            XElement { Name.LocalName: "see" } see => see.Attribute("cref")?.Value.Split('.')[^1] ?? "",
            XElement inner => Text(inner),
            _ => "",
        }));
    }
}
