namespace Unpause.Recorder.Posix;

/// <summary>The terminal that this session was started from, if any.</summary>
[SupportedOSPlatform("linux")]
internal static class ControllingTerminal
{
    public static bool Exists
    {
        get
        {
            var terminal = LibC.Open("/dev/tty", LibC.OReadWrite | LibC.ONoCtty | LibC.OCloseOnExec);
            if (terminal < 0) return false;
            LibC.Close(terminal);
            return true;
        }
    }

    /// <summary>
    /// Whether keys such as Ctrl-C send signals to <paramref name="process"/> as well as to unpause: both are in the terminal's foreground
    /// process group.
    /// </summary>
    public static bool ReachesBothUsAnd(int process)
    {
        var terminal = LibC.Open("/dev/tty", LibC.OReadWrite | LibC.ONoCtty | LibC.OCloseOnExec);
        if (terminal < 0) return false;
        var foreground = LibC.ForegroundGroup(terminal);
        LibC.Close(terminal);
        return foreground > 0 && foreground == LibC.ProcessGroup(0) && foreground == LibC.ProcessGroup(process);
    }
}
