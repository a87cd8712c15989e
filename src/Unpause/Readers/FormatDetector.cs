namespace Unpause.Readers;

/// <summary>Finds the format of an input from its content, never from its name.</summary>
public static class FormatDetector
{
    /// <summary>
    /// The formats that can be read, in the order in which they are tried. The stricter recogniser comes first, so
    /// that no input is claimed by a format it merely resembles.
    /// </summary>
    public static IReadOnlyList<RecordingFormat> Formats { get; } =
    [
        DotNet.NettraceFormat.Row,
        new("python-agent", true, Python.AgentReader.Recognises, () => new Python.AgentReader()),
        new(Jvm.Jfr.JfrReader.Format, true, Jvm.Jfr.JfrReader.Recognises, () => new Jvm.Jfr.JfrReader()),
        new("gctrace", false, Go.GctraceReader.Recognises, () => new Go.GctraceReader()),
        new("python-debug", false, Python.DebugReader.Recognises, () => new Python.DebugReader()),
        new("jvm-unified", false, Jvm.Unified.UnifiedFormat.Recognises, () => new Jvm.Unified.UnifiedReader(), Jvm.Unified.UnifiedFormat.FirstStamp),
        new("jvm-legacy", false, Jvm.Legacy.LegacyFormat.Recognises, () => new Jvm.Legacy.LegacyReader(), Jvm.Legacy.LegacyFormat.FirstStamp),
    ];

    /// <summary>Finds the format at the start of an input.</summary>
    /// <param name="block">The first bytes, as many as there are up to <see cref="Limits.DetectionBytes"/>.</param>
    public static RecordingFormat? DetectAtStart(ReadOnlySpan<byte> block)
    {
        foreach (var format in Formats)
        {
            if (format.Recognises(block)) return format;
        }

        return null;
    }

    /// <summary>Finds a text format further inside an input, such as collector lines after much other output.</summary>
    public static RecordingFormat? DetectInside(ReadOnlySpan<byte> block)
    {
        foreach (var format in Formats)
        {
            if (!format.Binary && format.Recognises(block)) return format;
        }

        return null;
    }
}
