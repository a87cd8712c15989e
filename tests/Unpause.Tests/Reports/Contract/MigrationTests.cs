using System.Diagnostics;
using System.IO.Compression;
using System.Text;
using System.Text.Json.Nodes;
using Unpause.Reports;

namespace Unpause.Tests.Reports.Contract;

/// <summary><c>schema/migrate</c> brings documents of unpublished versions under the names that were published with 0.3.0.</summary>
public sealed class MigrationTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-test-").FullName;

    public static TheoryData<string> OldDocuments => new("held.json.gz", "service.json.gz");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [MemberData(nameof(OldDocuments))]
    public void Migrate_OldReport_KeepsTheContract(string name)
    {
        var old = Unpacked(Fixture(name));
        Assert.NotEqual("", ContractSchema.Faults(old));

        var migrated = Unpacked(Migrated(name));

        Assert.Equal("", ContractSchema.Faults(migrated));
        Assert.NotNull(StoredReports.Read(new MemoryStream(Encoding.UTF8.GetBytes(migrated)), out var fault));
        Assert.Null(fault);
    }

    [Theory]
    [MemberData(nameof(OldDocuments))]
    public void Migrate_MigratedReport_StaysTheSame(string name)
    {
        var file = Migrated(name);
        var once = File.ReadAllBytes(file);

        Run(file);

        Assert.Equal(once, File.ReadAllBytes(file));
    }

    [Fact]
    public void Migrate_OldReport_KeepsEveryNumber()
    {
        var old = JsonNode.Parse(Unpacked(Fixture("service.json.gz")));
        var migrated = JsonNode.Parse(Unpacked(Migrated("service.json.gz")));

        Assert.Equal(Numbers(old), Numbers(migrated));
    }

    [Fact]
    public void Migrate_DenseHistogram_BecomesSparse()
    {
        var file = Path.Combine(_folder, "dense.json");
        File.WriteAllText(file, """{"schema":"unpause.report/1","all":{"zero_count": 1,"offset": -7,"buckets": [2,0,0,5]}}""");

        Run(file);

        Assert.Equal(
            """{"schema":"unpause.report/1","all":{"zero_count": 1,"indexes": [-7, -4], "counts": [2, 5]}}""", File.ReadAllText(file));
    }

    /// <summary>The flag means the opposite under its new name.</summary>
    [Fact]
    public void Migrate_ArgumentsNotShown_BecomesArgumentsRedacted()
    {
        Assert.False(JsonNode.Parse(Unpacked(Fixture("service.json.gz")))!["arguments_shown"]!.GetValue<bool>());

        Assert.True(JsonNode.Parse(Unpacked(Migrated("service.json.gz")))!["arguments_redacted"]!.GetValue<bool>());
    }

    [Fact]
    public void Migrate_DamagedReport_StaysReadableUpToTheDamage()
    {
        var file = Path.Combine(_folder, "cut.json");
        File.WriteAllText(file, """{"schema":"unpause.report/1","requests":{"left_out":3,"touched_by_gc":17,"worst":[{"na""");

        Run(file);

        Assert.Equal(
            """{"schema":"unpause.report/1","requests":{"excluded":3,"with_pause":17,"worst":[{"na""", File.ReadAllText(file));
    }

    /// <summary>Keys that the user chose are not ours to rename.</summary>
    [Fact]
    public void Migrate_LabelNamedAsAnOldKey_StaysTheSame()
    {
        const string text = """{"schema":"unpause.report/1","processes":[{"source":{"identity":{"labels":{"own_frame":"1"}}}}]}""";
        var file = Path.Combine(_folder, "label.json");
        File.WriteAllText(file, text);

        Run(file);

        Assert.Equal(text, File.ReadAllText(file));
    }

    [Fact]
    public void List_EveryRename_HasItsNewNameInTheSchemaAndNotTheOld()
    {
        var faults = new List<string>();
        var lines = Run("--list").Split('\n', StringSplitOptions.RemoveEmptyEntries);
        foreach (var line in lines)
        {
            var (schema, place, old, now, isWord) = Parse(line);
            if (schema is null) continue;
            var parents = Places(schema, schema, place).ToList();
            var names = parents.SelectMany(parent => isWord ? Words(parent) : Properties(parent)).ToHashSet(StringComparer.Ordinal);
            if (names.Contains(old)) faults.Add($"{line}: the schema still has {old}");
            // Keys of open objects and free texts are not in the schema.
            if (names.Count > 0 && !names.Contains(now)) faults.Add($"{line}: the schema lacks {now}");
            if (parents.Count == 0) faults.Add($"{line}: the schema has no such place");
        }

        Assert.True(lines.Length > 100, "the list is short");
        Assert.Equal([], faults);
    }

    private static (JsonNode? Schema, string[] Place, string Old, string Now, bool IsWord) Parse(string line)
    {
        var parts = line.Split(": ", 2);
        var words = parts[0].Split(' ');
        var names = parts[1].Split(", with")[0].Split(" -> ");
        var file = RepositoryFolder.File("schema", $"{words[0].Replace('/', '-')}.schema.json");
        return (
            File.Exists(file) ? JsonNode.Parse(File.ReadAllText(file)) : null,
            words[1] == "document" ? [] : words[1].Split('.'),
            names[0].Trim('"'), names[1].Trim('"'), names[0].StartsWith('"'));
    }

    /// <summary>The schemas of a place; the last part * is the place before it and all below.</summary>
    private static IEnumerable<JsonNode> Places(JsonNode root, JsonNode schema, ReadOnlyMemory<string> place) =>
        Shapes(root, schema).SelectMany(shape => place.Length == 0
            ? [shape]
            : place.Span[0] == "*"
                ? Below(root, shape, 0)
                : shape["properties"]?[place.Span[0]] is { } inner ? Places(root, inner, place[1..]) : []);

    private static IEnumerable<JsonNode> Below(JsonNode root, JsonNode shape, int depth) => depth > 8
        ? []
        : [shape, .. (shape["properties"]?.AsObject() ?? []).SelectMany(
            property => Shapes(root, property.Value!).SelectMany(inner => Below(root, inner, depth + 1)))];

    /// <summary>A schema with what it refers to, its choices and its items.</summary>
    private static IEnumerable<JsonNode> Shapes(JsonNode root, JsonNode schema)
    {
        yield return schema;
        if (schema["$ref"] is { } reference)
            foreach (var shape in Shapes(root, root["$defs"]![reference.GetValue<string>().Split('/')[^1]]!)) yield return shape;
        foreach (var choices in new[] { "anyOf", "oneOf" })
            foreach (var shape in (schema[choices]?.AsArray() ?? []).SelectMany(choice => Shapes(root, choice!))) yield return shape;
        if (schema["items"] is { } items)
            foreach (var shape in Shapes(root, items)) yield return shape;
    }

    private static IEnumerable<string> Properties(JsonNode shape) =>
        (shape["properties"]?.AsObject() ?? []).Select(property => property.Key);

    private static IEnumerable<string> Words(JsonNode shape) => (shape["enum"]?.AsArray() ?? []).Select(word => word?.ToString() ?? "");

    private static List<string> Numbers(JsonNode? node) => node switch
    {
        JsonObject members => [.. members.Where(member => member.Key != "histogram").SelectMany(member => Numbers(member.Value))],
        JsonArray items => [.. items.SelectMany(Numbers)],
        JsonValue value when value.GetValueKind() == System.Text.Json.JsonValueKind.Number => [value.ToJsonString()],
        _ => [],
    };

    private static string Fixture(string name) =>
        RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "reports", "before-rename", name);

    private string Migrated(string name)
    {
        var file = Path.Combine(_folder, name);
        File.Copy(Fixture(name), file);
        Run(file);
        return file;
    }

    private static string Run(string argument)
    {
        var start = new ProcessStartInfo("/usr/bin/python3", [RepositoryFolder.File("schema", "migrate"), argument])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var python = Process.Start(start)!;
        var error = python.StandardError.ReadToEndAsync();
        var output = python.StandardOutput.ReadToEnd();
        python.WaitForExit();
        Assert.True(python.ExitCode == 0, error.Result);
        return output;
    }

    private static string Unpacked(string path)
    {
        using var reader = new StreamReader(new GZipStream(File.OpenRead(path), CompressionMode.Decompress));
        return reader.ReadToEnd();
    }
}
