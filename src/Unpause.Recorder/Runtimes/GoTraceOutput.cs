using System.Globalization;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes;

/// <summary>The output of gctrace lines of a Go process that was started with GODEBUG=gctrace=1: its standard error.</summary>
[SupportedOSPlatform("linux")]
internal static class GoTraceOutput
{
    private const int StandardError = 2;
    private const string Setting = "gctrace=";

    /// <summary>Whether it writes a line for each collection.</summary>
    public static bool IsOn(ProcessView process) => (process.Variable("GODEBUG") ?? "").Split(',')
        .LastOrDefault(setting => setting.StartsWith(Setting, StringComparison.Ordinal)) is { } last
        && int.TryParse(last.AsSpan(Setting.Length), NumberStyles.Integer, CultureInfo.InvariantCulture, out var level) && level > 0;

    /// <summary>Whether it writes them to a readable file.</summary>
    public static bool IsReadable(ProcessView process)
    {
        if (!IsOn(process)) return false;
        using var file = Open(process);
        return file is not null;
    }

    /// <summary>The regular file behind standard error, opened for reading; null for other kinds, or without access.</summary>
    public static SafeFileHandle? Open(ProcessView process) => ProcessFiles.OpenDescriptor(process, StandardError);

    /// <summary>The file's name as the process sees it.</summary>
    public static string Name(ProcessView process) => process.LinkOfDescriptor(StandardError) ?? "its standard error";
}
