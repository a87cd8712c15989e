using Microsoft.Win32.SafeHandles;

namespace Unpause.Cli.Output;

/// <summary>Standard input.</summary>
internal static class StandardInput
{
    /// <summary>Whether a program or a file is connected to it, and no terminal and no /dev/null.</summary>
    public static bool IsPiped
    {
        get
        {
            if (!OperatingSystem.IsLinux()) return Console.IsInputRedirected;
            using var input = new SafeFileHandle(0, ownsHandle: false);
            return FileStatus.Read(input) is { IsPipe: true } or { Kind: FileKind.Regular, Size: > 0 };
        }
    }
}
