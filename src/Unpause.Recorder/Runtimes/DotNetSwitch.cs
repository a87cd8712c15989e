using Unpause.Recorder.Posix;

namespace Unpause.Recorder.Runtimes;

/// <summary>.NET (5 and later): the runtime's own EventPipe session, configured by DOTNET_ variables.</summary>
/// <remarks>A runtime looks for DOTNET_name first and COMPlus_name second (coreclr src/utilcode/clrconfignative).</remarks>
internal static class DotNetSwitch
{
    private const string GcKeyword = "0x1", InformationalLevel = "4";
    private const string Runtime = "Microsoft-Windows-DotNETRuntime", Private = "Microsoft-Windows-DotNETRuntimePrivate";

    /// <summary>
    /// Turns recording on. Returns the user's own output path (with {pid} in it, perhaps) when a session was configured
    /// already: a runtime has only one, so our providers are added to it and its file is the recording. Else null.
    /// </summary>
    public static string? TurnOn(EnvironmentBlock environment, string folder)
    {
        if (Read(environment, "EnableEventPipe") == "1")
        {
            // Without a configuration the runtime's default applies, and that has the GC keyword in both providers.
            if (Read(environment, "EventPipeConfig") is { Length: > 0 } config) Write(environment, "EventPipeConfig", WithOurs(config));
            return Read(environment, "EventPipeOutputPath") is { Length: > 0 } path ? path : "trace.nettrace";
        }

        Write(environment, "EnableEventPipe", "1");
        Write(environment, "EventPipeOutputPath", $"{Bytes.Carry(folder)}/dotnet-{{pid}}.nettrace");
        Write(environment, "EventPipeOutputStreaming", "1"); // a file that is readable after SIGKILL
        Write(environment, "EventPipeConfig", WithOurs(""));
        return null;
    }

    /// <summary>Adds our two providers to a list of `Name:Keywords:Level[:Arguments]`; a name may occur only once in it.</summary>
    public static string WithOurs(string config)
    {
        var providers = SplitOutsideQuotes(config);
        foreach (var name in (string[])[Runtime, Private])
        {
            var at = providers.FindIndex(p => string.Equals(p.Split(':')[0].Trim(), name, StringComparison.OrdinalIgnoreCase));
            if (at < 0) providers.Add($"{name}:{GcKeyword}:{InformationalLevel}");
            else providers[at] = WithGc(providers[at]);
        }

        return string.Join(',', providers);
    }

    /// <summary>The user's entry with the GC keyword and at least our level; an absent field means everything.</summary>
    private static string WithGc(string provider)
    {
        var fields = provider.Split(':', 4);
        if (fields.Length > 1 && TryReadKeywords(fields[1], out var keywords)) fields[1] = $"0x{keywords | 1:x}";
        if (fields.Length > 2 && int.TryParse(fields[2], out var level) && level < 4) fields[2] = InformationalLevel;
        return string.Join(':', fields);
    }

    private static bool TryReadKeywords(string text, out ulong keywords)
    {
        var digits = text.StartsWith("0x", StringComparison.OrdinalIgnoreCase) ? text[2..] : text;
        return ulong.TryParse(digits, System.Globalization.NumberStyles.HexNumber, null, out keywords);
    }

    private static List<string> SplitOutsideQuotes(string config)
    {
        var parts = new List<string>();
        var quoted = false;
        var start = 0;
        for (var i = 0; i <= config.Length; i++)
        {
            if (i < config.Length && config[i] == '"') quoted = !quoted;
            if (i < config.Length && (config[i] != ',' || quoted)) continue;
            if (i > start) parts.Add(config[start..i]);
            start = i + 1;
        }

        return parts;
    }

    private static string? Read(EnvironmentBlock environment, string name) =>
        environment[$"DOTNET_{name}"] ?? environment[$"COMPlus_{name}"];

    private static void Write(EnvironmentBlock environment, string name, string value) =>
        environment.Set($"DOTNET_{name}", value);
}
