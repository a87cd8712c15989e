using System.Globalization;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes;

/// <summary>Where a Go program's gc lines go that it prints by itself: standard error, when GODEBUG asked for them at its start.</summary>
[SupportedOSPlatform("linux")]
internal static class GoTraceOutput
{
    private const int StandardError = 2;
    private const string Setting = "gctrace=";

    /// <summary>Whether it prints a line for each collection.</summary>
    public static bool IsOn(ProcessView process) => (process.Variable("GODEBUG") ?? "").Split(',')
        .LastOrDefault(setting => setting.StartsWith(Setting, StringComparison.Ordinal)) is { } last
        && int.TryParse(last.AsSpan(Setting.Length), NumberStyles.Integer, CultureInfo.InvariantCulture, out var level) && level > 0;

    /// <summary>Whether it prints them into a file that can be read.</summary>
    public static bool IsReadable(ProcessView process)
    {
        if (!IsOn(process)) return false;
        using var file = Open(process);
        return file is not null;
    }

    /// <summary>The regular file that standard error is, opened for reading; null when it is none, or may not be read.</summary>
    public static SafeFileHandle? Open(ProcessView process) => ProcessFiles.OpenDescriptor(process, StandardError);

    /// <summary>The file's name as the process has it.</summary>
    public static string Name(ProcessView process) => process.LinkOfDescriptor(StandardError) ?? "its standard error";
}
