namespace Unpause.Recorder.Posix;

/// <summary>A pseudo-terminal with the properties of the real one behind stderr, which passes bytes on unchanged.</summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe class PseudoTerminal : IDisposable
{
    private const nuint GetWindowSize = 0x5413, SetWindowSize = 0x5414;
    private const int TermiosWords = 32, OutputFlags = 1;
    private const uint ProcessOutput = 1;
    private readonly int _real;
    private PosixSignalRegistration? _resizes;

    private PseudoTerminal(int real, int master, int slave) => (_real, Master, Slave) = (real, master, slave);

    public int Master { get; }

    /// <summary>For the program. Write-only: input goes to the real terminal, so a read here would never return.</summary>
    public int Slave { get; }

    /// <summary>Opens a pseudo-terminal like the terminal <paramref name="real"/>, or returns null.</summary>
    public static PseudoTerminal? OpenLike(int real)
    {
        var master = LibC.OpenPseudoTerminal(LibC.OReadWrite | LibC.ONoCtty | LibC.OCloseOnExec);
        if (master < 0) return null;
        var slave = OpenSlave(master);
        if (slave < 0)
        {
            LibC.Close(master);
            return null;
        }

        CopyAttributes(real, slave);
        var terminal = new PseudoTerminal(real, master, slave);
        terminal.CopyWindowSize();
        terminal._resizes = PosixSignalRegistration.Create(PosixSignal.SIGWINCH, _ => terminal.CopyWindowSize());
        return terminal;
    }

    /// <summary>Stops following the real terminal's size; the descriptors belong to the caller.</summary>
    public void Dispose() => _resizes?.Dispose();

    private static int OpenSlave(int master)
    {
        if (LibC.GrantPseudoTerminal(master) != 0 || LibC.UnlockPseudoTerminal(master) != 0) return -1;
        var name = stackalloc byte[128];
        if (LibC.PseudoTerminalName(master, name, 128) != 0) return -1;
        var path = Encoding.UTF8.GetString(MemoryMarshal.CreateReadOnlySpanFromNullTerminated(name));
        return LibC.Open(path, LibC.OWriteOnly | LibC.ONoCtty | LibC.OCloseOnExec);
    }

    // The real terminal converts line ends to CR LF itself; converting twice would be visible in the forwarded output.
    private static void CopyAttributes(int real, int slave)
    {
        var termios = stackalloc uint[TermiosWords];
        if (LibC.GetTerminalAttributes(real, termios) != 0) return;
        termios[OutputFlags] &= ~ProcessOutput;
        LibC.SetTerminalAttributes(slave, 0, termios);
    }

    private void CopyWindowSize()
    {
        LibC.WindowSize size;
        if (LibC.WindowSizeControl(_real, GetWindowSize, &size) == 0) LibC.WindowSizeControl(Master, SetWindowSize, &size);
    }
}
