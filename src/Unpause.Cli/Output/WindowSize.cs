using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Unpause.Cli.Output;

/// <summary>How large the window behind a terminal is.</summary>
internal static partial class WindowSize
{
    // TIOCGWINSZ of Linux. struct winsize of termios.h: rows, columns, and two sizes in pixels that are unused.
    private const nuint Get = 0x5413;
    private const int Numbers = 4, ColumnsAt = 1;

    /// <summary>The number of columns; null when the descriptor is not a terminal, or the terminal does not know.</summary>
    public static int? WidthOf(int descriptor)
    {
        if (!OperatingSystem.IsLinux()) return null;
        Span<ushort> size = stackalloc ushort[Numbers];
        return Control(descriptor, Get, ref MemoryMarshal.GetReference(size)) == 0 && size[ColumnsAt] > 0 ? size[ColumnsAt] : null;
    }

    [SupportedOSPlatform("linux")]
    [LibraryImport("libc", EntryPoint = "ioctl")]
    private static partial int Control(int descriptor, nuint request, ref ushort size);
}
