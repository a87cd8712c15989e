using System.Globalization;
using System.IO.Compression;
using System.Text.RegularExpressions;
using Unpause.Analysis.Settings;

namespace Unpause.Tests.Settings;

/// <summary>
/// Compares every flag of the catalogue with the flags that JVMs print: whether it exists, whether it is locked, its type and its default.
/// The lists of five JDKs are fixtures; installed JDKs are started.
/// </summary>
public partial class JvmFlagsTests
{
    /// <summary>Heap size options have flags of other names.</summary>
    private static readonly Dictionary<string, string> Flags = new()
    {
        ["Xmx"] = "MaxHeapSize", ["Xms"] = "InitialHeapSize", ["Xmn"] = "NewSize",
    };

    [Theory]
    [InlineData(8, "1.8.0_504")]
    [InlineData(11, "11.0.33")]
    [InlineData(17, "17.0.21")]
    [InlineData(25, "25.0.3")]
    [InlineData(26, "26.0.2")]
    public void Catalogue_FlagListOfJdk_Agrees(int major, string version)
    {
        var path = RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "jvm-flags", $"jdk{major}.txt.gz");
        using var reader = new StreamReader(new GZipStream(File.OpenRead(path), CompressionMode.Decompress));
        var text = reader.ReadToEnd();
        Assert.Contains(version, text.Split('\n')[0], StringComparison.Ordinal);
        AssertSame(VersionRange.OfRuntime(version, RuntimeNaming.Jvm)!.Value, text);
    }

    [Fact]
    public void Catalogue_InstalledJdk17_Agrees() => AssertSameAsInstalled(17);

    [Fact]
    public void Catalogue_InstalledJdk25_Agrees() => AssertSameAsInstalled(25);

    [JdkFact(8)]
    public void Catalogue_InstalledJdk8_Agrees() => AssertSameAsInstalled(8);

    [JdkFact(11)]
    public void Catalogue_InstalledJdk11_Agrees() => AssertSameAsInstalled(11);

    [JdkFact(26)]
    public void Catalogue_InstalledJdk26_Agrees() => AssertSameAsInstalled(26);

    private static void AssertSameAsInstalled(int major)
    {
        var jdk = InstalledJdk.Find(major)!;
        var (code, printed) = jdk.Start([Setting.Unlock, Setting.UnlockDiagnostic, "-XX:+PrintFlagsFinal"]);
        Assert.Equal(0, code);
        // Updates of these versions don't differ in their flags.
        AssertSame(new(VersionRange.OfMajor(major).Last, VersionRange.OfMajor(major).Last), printed);
    }

    private static void AssertSame(VersionRange version, string printed)
    {
        var flags = Printed(printed);
        var (wrong, compared) = (new List<string>(), 0);
        foreach (var setting in SettingCatalogue.Jvm.All.Where(one => one.Type is not ("command" or "log" or "variable")))
        {
            var flag = flags.GetValueOrDefault(Flags.GetValueOrDefault(setting.Name, setting.Name));
            var said = Said(setting, version);
            if (said == "deprecated" ? flag is null : said != flag?.Kind) wrong.Add($"{setting.Name}: {said ?? "none"}, but {flag}");
            if (flag is null) continue;
            compared++;
            if (!IsOfType(setting, flag)) wrong.Add($"{setting.Name} is a {setting.Type}, but {flag}");
            if (setting.DefaultFor(version) is { } given && flag.IsDefault && !Same(given, flag.Value))
            {
                wrong.Add($"{setting.Name} is {given} by default, but {flag}");
            }
        }

        Assert.Equal([], wrong);
        Assert.True(compared > 60, $"{compared} flags compared");
    }

    private static string? Said(Setting setting, VersionRange version) =>
        setting.Product.Any(version.Meets) ? "product"
        : setting.Unlocked.Any(version.Meets) ? "experimental"
        : setting.Diagnostic.Any(version.Meets) ? "diagnostic"
        : setting.Deprecated.Any(version.Meets) ? "deprecated" : null;

    private static bool IsOfType(Setting setting, PrintedFlag flag) => setting.Type switch
    {
        "switch" => flag.Type == "bool",
        "text" => flag.Type == "ccstr",
        _ => flag.Type is "int" or "intx" or "uint" or "uintx" or "size_t" or "double" or "uint64_t",
    };

    private static bool Same(string one, string other) => one == other
        || (double.TryParse(one, CultureInfo.InvariantCulture, out var left)
            && double.TryParse(other, CultureInfo.InvariantCulture, out var right) && left == right);

    private static Dictionary<string, PrintedFlag> Printed(string text) => text.Split('\n').Select(line => Line().Match(line))
        .Where(match => match.Success)
        .ToDictionary(match => match.Groups["name"].Value, match => new PrintedFlag(
            match.Groups["type"].Value,
            match.Groups["value"].Value.Trim(),
            match.Groups["kind"].Value.Contains("experimental", StringComparison.Ordinal) ? "experimental"
                : match.Groups["kind"].Value.Contains("diagnostic", StringComparison.Ordinal) ? "diagnostic" : "product",
            match.Groups["origin"].Value is "" or "default"));

    // uintx MaxGCPauseMillis = 200 {product} {default}; JDK 8 prints no origin, and := where the value was changed.
    [GeneratedRegex(
        @"^\s*(?<type>\w+)\s+(?<name>\w+)\s+:?=\s*(?<value>.*?)\s*\{(?<kind>[^}]*)\}(?:\s*\{(?<origin>[^}]*)\})?\s*$")]
    private static partial Regex Line();

    private sealed record PrintedFlag(string Type, string Value, string Kind, bool IsDefault);
}
