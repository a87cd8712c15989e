using System.Globalization;
using Unpause.Analysis;
using Unpause.Diagnosis.Go;
using Unpause.Recordings;
using Unpause.Recordings.Words;
using Unpause.Settings;

namespace Unpause.Diagnosis;

/// <summary>What is known of the .NET, Go or CPython that advice is for.</summary>
/// <param name="Runtime">Which it is.</param>
/// <param name="Versions">The versions that it may be of: one, or those that write such recordings.</param>
/// <param name="Collector">Its collector; null when not known.</param>
/// <param name="Settings">The settings in force that the recording shows.</param>
/// <param name="ShownGrowth">Go's GOGC as the heap goals show it; null for others, and where they don't.</param>
internal sealed record VariableFacts(
    RuntimeNaming Runtime, VersionRange Versions, string? Collector, IReadOnlyDictionary<string, string> Settings, double? ShownGrowth)
{
    /// <summary>Goals show GOGC roughly: so much of a value counts as it.</summary>
    private const double NearlyAll = 0.9;

    private static readonly (string Ending, int Shift)[] Units = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("TiB", 40), ("B", 0)];

    /// <summary>What a recording tells.</summary>
    public static VariableFacts Of(AnalysedProcess process, RuntimeNaming runtime)
    {
        var source = process.Recording.Source;
        var growth = runtime == RuntimeNaming.Go ? process.Shared(GoWork.Of)?.Gogc : null;
        return new(runtime, VersionsOf(source, runtime), source.Collector, source.Settings, growth);
    }

    /// <summary>Whether a value, or one that is higher where only more helps, is in force already.</summary>
    public bool IsInForce(Setting setting, string value)
    {
        // A default is in force only where the version is known, and nothing else was set that isn't recorded.
        var present = setting.Recorded.Select(name => Settings.GetValueOrDefault(name)).FirstOrDefault(found => found is not null)
            ?? (setting.Recorded.Count > 0 && Versions != VersionRange.All ? setting.DefaultFor(Versions) : null);
        if (setting.Name == GoSettings.Growth && Number(value) <= ShownGrowth / NearlyAll) return true;
        if (present is null) return false;
        if (present == value) return true;
        if (Number(value) is not { } wanted) return false;
        // Off is no limit where that is the default, and else the highest of all.
        var now = present == "off" && setting.DefaultFor(Versions) != present ? long.MaxValue : Number(present);
        return setting.IsOnlyRaised ? now >= wanted : now == wanted;
    }

    private static VersionRange VersionsOf(Source source, RuntimeNaming runtime)
    {
        if (VersionRange.OfRuntime(source.RuntimeVersion, runtime) is { } exact) return exact;
        var told = source.Settings.GetValueOrDefault(GoSettings.LineVersions)
            ?? source.Settings.GetValueOrDefault(GoSettings.TraceVersions);
        if (runtime != RuntimeNaming.Go || told is null) return VersionRange.All;
        return told.Split('–') switch
        {
            [var first, var last] => VersionRange.Parse($"{first}..{last}"),
            _ when told.Split(' ') is [var from, ..] && from != told => VersionRange.Parse($"{from}.."),
            _ => VersionRange.Parse($"{told}..{told}"),
        };
    }

    /// <summary>A number as settings have it: <c>0x40</c>, <c>400</c>, <c>256MiB</c>, <c>1.5 GiB</c>; null when it is none.</summary>
    private static long? Number(string text)
    {
        if (text.StartsWith("0x", StringComparison.OrdinalIgnoreCase))
        {
            return long.TryParse(text.AsSpan(2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var bits) ? bits : null;
        }

        var (ending, shift) = Array.Find(Units, unit => text.EndsWith(unit.Ending, StringComparison.Ordinal));
        var digits = ending is null ? text : text[..^ending.Length].TrimEnd();
        return double.TryParse(digits, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
            && number * (1L << shift) < long.MaxValue ? (long)(number * (1L << shift)) : null;
    }
}
