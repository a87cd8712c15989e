namespace Unpause.Recorder.Posix;

/// <summary>Inherited process state that the .NET runtime changed and that must be restored for the program.</summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe class StartState
{
    private const ulong NeverSet = (1UL << (LibC.SigStop - 1)) | (1UL << 8) | (3UL << 31);

    /// <summary>Nothing ignored, nothing blocked: for programs of unpause.</summary>
    public static StartState Plain { get; } = new();

    /// <summary>Bit n-1: the program starts with signal n ignored, as unpause did.</summary>
    public ulong IgnoredSignals { get; private init; }

    /// <summary>Bit n-1: the program starts with signal n blocked, as unpause did.</summary>
    public ulong BlockedSignals { get; private init; }

    /// <summary>Limit of open files for the program, or null to leave it unchanged.</summary>
    public ulong? OpenFilesLimit { get; private init; }

    /// <summary>Whether the size of files is limited (ulimit -f).</summary>
    public bool FileSizeIsLimited { get; private init; }

    /// <summary>Signals to reset: all except ignored ones, SIGKILL, SIGSTOP and the two that the C library reserves.</summary>
    public ulong SignalsToReset => ~IgnoredSignals & ~NeverSet;

    /// <summary>Reads the state; call it before any signal handler is registered.</summary>
    /// <remarks>
    /// The runtime keeps an ignored SIGHUP, SIGINT and SIGQUIT, but ignores SIGPIPE and handles SIGTERM whatever they were
    /// (coreclr pal/src/exception/signal.cpp), so those two start with their default. With an ignored SIGCHLD, CMD's exit code would not be
    /// available.
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

    /// <summary>
    /// The runtime raises its soft limit to the hard one and forgets the old value; the parent's limit is the best guess.
    /// </summary>
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
