using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// The .NET settings that rules advise, each as it is written for a program. In the environment numbers are
/// hexadecimal, in runtimeconfig.json decimal (checked with .NET 10.0.12).
/// </summary>
internal static class DotNetSettings
{
    /// <summary>Background collections on. .NET Core 3.0 and later; read at start.</summary>
    public const string Concurrent = "<ConcurrentGarbageCollection>true</ConcurrentGarbageCollection> (or DOTNET_gcConcurrent=1)";

    /// <summary>Whether the recording says that a setting has a value.</summary>
    public static bool Is(Source source, string name, string value) => source.Settings.GetValueOrDefault(name) == value;

    /// <summary>A number that the recording shows as a setting; null when it shows none.</summary>
    public static long? Number(Source source, string name) => long.TryParse(source.Settings.GetValueOrDefault(name), out var value) ? value : null;
}
