using System.Globalization;

namespace Unpause.Recorder.Posix;

/// <summary>What this process inherited that the .NET runtime changed and the program must not notice.</summary>
internal sealed unsafe class StartState
{
    private const ulong NeverSet = (1UL << (LibC.SigStop - 1)) | (1UL << 8) | (3UL << 31);

    /// <summary>Nothing ignored, nothing blocked: for programs of ours.</summary>
    public static StartState Plain { get; } = new();

    /// <summary>Bit n-1: the program starts with signal n ignored, as we did.</summary>
    public ulong IgnoredSignals { get; private init; }

    /// <summary>Bit n-1: the program starts with signal n blocked, as we did.</summary>
    public ulong BlockedSignals { get; private init; }

    /// <summary>The limit of open files to start the program with, or null to leave it.</summary>
    public ulong? OpenFilesLimit { get; private init; }

    /// <summary>Whether files may not grow beyond some size (ulimit -f).</summary>
    public bool FileSizeIsLimited { get; private init; }

    /// <summary>Signals to reset: all but the ignored ones, SIGKILL, SIGSTOP and the two that the C library keeps for itself.</summary>
    public ulong SignalsToReset => ~IgnoredSignals & ~NeverSet;

    /// <summary>Reads the state; call before any signal handler is registered.</summary>
    /// <remarks>
    /// The runtime leaves an ignored SIGHUP, SIGINT and SIGQUIT alone, but ignores SIGPIPE and handles SIGTERM whatever they were
    /// (coreclr pal/src/exception/signal.cpp), so those two start with their default. An ignored SIGCHLD would take CMD's
    /// exit code from us.
    /// </remarks>
    public static StartState Capture()
    {
        LibC.SetDisposition(LibC.SigChld, 0);
        var status = ReadLines("/proc/self/status");
        return new StartState
        {
            IgnoredSignals = HexField(status, "SigIgn:") & ~(1UL << (LibC.SigPipe - 1)),
            BlockedSignals = HexField(status, "SigBlk:"),
            OpenFilesLimit = ParentsOpenFilesLimit(),
            FileSizeIsLimited = Limit(LibC.LimitFileSize) is { Soft: not ulong.MaxValue },
        };
    }

    public bool Ignores(int signal) => (IgnoredSignals >> (signal - 1) & 1) != 0;

    public static LibC.ResourceLimit? Limit(int resource)
    {
        LibC.ResourceLimit limit;
        return LibC.GetLimit(resource, &limit) == 0 ? limit : null;
    }

    /// <summary>The runtime raises its soft limit to the hard one and forgets the old value; our parent's is the best witness.</summary>
    private static ulong? ParentsOpenFilesLimit()
    {
        if (Limit(LibC.LimitOpenFiles) is not { } own || own.Soft != own.Hard) return null;
        foreach (var line in ReadLines($"/proc/{LibC.ParentProcess()}/limits"))
        {
            if (!line.StartsWith("Max open files", StringComparison.Ordinal)) continue;
            var fields = line["Max open files".Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
            return fields.Length > 0 && ulong.TryParse(fields[0], out var soft) && soft < own.Soft ? soft : null;
        }

        return null;
    }

    private static ulong HexField(string[] lines, string name)
    {
        foreach (var line in lines)
        {
            if (line.StartsWith(name, StringComparison.Ordinal))
                return ulong.TryParse(line.AsSpan(name.Length).Trim(), NumberStyles.HexNumber, null, out var bits) ? bits : 0;
        }

        return 0;
    }

    private static string[] ReadLines(string path)
    {
        try
        {
            return File.ReadAllLines(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
