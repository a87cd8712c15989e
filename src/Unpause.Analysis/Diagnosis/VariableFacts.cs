using Unpause.Analysis.Diagnosis.Go;
using Unpause.Analysis.Settings;

namespace Unpause.Analysis.Diagnosis;

/// <summary>What is known about the .NET, Go or CPython that advice is for.</summary>
/// <param name="Versions">Its possible versions: one, or those that write such recordings.</param>
/// <param name="Collector">Its collector; null if unknown.</param>
/// <param name="Settings">The settings in force that the recording shows.</param>
/// <param name="ShownGrowth">Go's GOGC, derived from the heap goals; null for other runtimes, or if it can't be derived.</param>
internal sealed record VariableFacts(
    RuntimeNaming Runtime, VersionRange Versions, string? Collector, IReadOnlyDictionary<string, string> Settings, double? ShownGrowth)
{
    /// <summary>Heap goals only give GOGC roughly: this share of a value counts as the value.</summary>
    private const double NearlyAll = 0.9;

    /// <summary>Collects what is known from a recording.</summary>
    public static VariableFacts From(AnalysedProcess process, RuntimeNaming runtime)
    {
        var source = process.Recording.Source;
        var growth = runtime == RuntimeNaming.Go ? process.Shared(GoWork.Compute)?.Gogc : null;
        return new(runtime, VersionsOf(source, runtime), source.Collector, source.Settings, growth);
    }

    /// <summary>Whether a value is already in force, or a higher one for settings that are only ever raised.</summary>
    public bool IsInForce(Setting setting, string value)
    {
        // A default only counts if the version is known and the recording would show another value.
        var present = setting.Recorded.Select(name => Settings.GetValueOrDefault(name)).FirstOrDefault(found => found is not null)
            ?? (setting.Recorded.Count > 0 && Versions != VersionRange.All ? setting.DefaultFor(Versions) : null);
        if (setting.Name == GoSettings.Growth && Number(value) <= ShownGrowth / NearlyAll) return true;
        if (present is null) return false;
        if (present == value) return true;
        if (Number(value) is not { } wanted) return false;
        // "off" means no limit if it is the default, otherwise it is the highest value.
        var now = present == "off" && setting.DefaultFor(Versions) != present ? long.MaxValue : Number(present);
        return setting.IsOnlyRaised ? now >= wanted : now == wanted;
    }

    private static VersionRange VersionsOf(Source source, RuntimeNaming runtime)
    {
        if (VersionRange.OfRuntime(source.RuntimeVersion, runtime) is { } exact) return exact;
        var recorded = source.Settings.GetValueOrDefault(GoSettings.LineVersions)
            ?? source.Settings.GetValueOrDefault(GoSettings.TraceVersions);
        if (runtime != RuntimeNaming.Go || recorded is null) return VersionRange.All;
        return recorded.Split('–') switch
        {
            [var first, var last] => VersionRange.Parse($"{first}..{last}"),
            _ when recorded.Split(' ') is [var from, ..] && from != recorded => VersionRange.Parse($"{from}.."),
            _ => VersionRange.Parse($"{recorded}..{recorded}"),
        };
    }

    /// <summary>Parses a number: <c>0x40</c>, <c>400</c>, <c>256MiB</c>, <c>1.5 GiB</c>; null if it is none.</summary>
    private static long? Number(string text)
    {
        if (text.StartsWith("0x", StringComparison.OrdinalIgnoreCase))
        {
            return long.TryParse(text.AsSpan(2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var bits) ? bits : null;
        }

        return GoSettings.ParseSize(text);
    }
}
