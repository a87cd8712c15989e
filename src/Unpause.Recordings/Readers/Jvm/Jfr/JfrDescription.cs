namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>A recording's description of the JVM: version, command, collector, heap, and the flags that were set.</summary>
internal sealed class JfrDescription(SourceBuilder source)
{
    private const string Untouched = "Default";

    /// <summary>When the JVM started, in nanoseconds since 1970.</summary>
    public long? StartedUnixNanoseconds { get; private set; }

    public long? HeapMaximumBytes { get; private set; }

    public void Machine(JfrValue e)
    {
        StartedUnixNanoseconds ??= e["jvmStartTime"].UnixNanoseconds();
        source.ProcessId ??= e["pid"].Number() is > 0 and <= int.MaxValue and var pid ? (int)pid : null;
        source.RuntimeVersion ??= VersionOf(e["jvmVersion"].Text());
        source.Command ??= e["javaArguments"].Text();
    }

    public void Collector(JfrValue e) => source.Collector ??= JfrCollectors.Named(e["youngCollector"].Text(), e["oldCollector"].Text());

    public void Heap(JfrValue e) => HeapMaximumBytes ??= e["maxSize"].Bytes();

    /// <summary>A flag of any type; those that have their default value say nothing.</summary>
    public void Flag(JfrValue e)
    {
        if (e["origin"].Text() is null or Untouched || e["name"].Text() is not { } name || source.Settings.Count >= Limits.Names) return;
        var value = e["value"].Text() ?? e["value"].Number()?.ToString(System.Globalization.CultureInfo.InvariantCulture);
        if (value is not null) source.Settings[name] = value;
    }

    public void Switch(JfrValue e)
    {
        if (e["origin"].Text() is null or Untouched || e["name"].Text() is not { } name || source.Settings.Count >= Limits.Names) return;
        if (e["value"].Number() is { } value) source.Settings[name] = value != 0 ? "true" : "false";
    }

    /// <summary><c>OpenJDK 64-Bit Server VM (17.0.15+6-Debian-1) for linux-amd64 …</c>: the content of the first parentheses.</summary>
    private static string? VersionOf(string? text)
    {
        var open = text?.IndexOf('(', StringComparison.Ordinal) ?? -1;
        var close = open < 0 ? -1 : text!.IndexOf(')', open);
        return close < 0 || close - open > Limits.VersionChars ? null : text![(open + 1)..close];
    }
}
