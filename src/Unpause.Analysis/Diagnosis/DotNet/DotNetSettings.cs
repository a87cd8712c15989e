namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// The .NET settings that rules advise, ready to copy. In the environment numbers are hexadecimal, in runtimeconfig.json decimal (checked
/// with .NET 10.0.12).
/// </summary>
internal static class DotNetSettings
{
    /// <summary>Background collections on, in the project file. .NET Core 3.0 and later; read at start.</summary>
    public const string Concurrent = "<ConcurrentGarbageCollection>true</ConcurrentGarbageCollection>";

    /// <summary>Whether the recording shows this value of the setting.</summary>
    public static bool Is(Source source, string name, string value) => source.Settings.GetValueOrDefault(name) == value;

    /// <summary>The numeric value of a setting; null when the recording does not show it.</summary>
    public static long? Number(Source source, string name) =>
        long.TryParse(source.Settings.GetValueOrDefault(name), out var value) ? value : null;

    /// <summary>The runtime's major version; null when it is not recorded.</summary>
    public static int? MajorVersion(Source source) =>
        source.RuntimeVersion is { } version && int.TryParse(version.AsSpan(0, Math.Max(0, version.IndexOf('.'))), out var major)
            ? major
            : null;

    /// <summary>
    /// The highest memory load of the machine or container at the start of a collection, in percent; null when not recorded.
    /// </summary>
    public static double? HighestMemoryLoad(Recording recording)
    {
        long? highest = null;
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            if (recording.Facts?.Get(i, CollectionFact.MemoryLoadPercent) is { } load && !(load <= highest)) highest = load;
        }

        return highest;
    }
}
