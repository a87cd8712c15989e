using System.Globalization;
using System.Text;

namespace Unpause.Cli;

/// <summary>
/// Standard output and error. What can't be written to standard output is an <see cref="OutputFailure"/>; a reader that went
/// away is none: the rest is dropped, as <c>head</c> wants it. What can't be written to standard error can be told nowhere.
/// </summary>
internal static class StandardStreams
{
    private const int Output = 1, Error = 2;

    // O_CLOEXEC of Linux, in the octal form of /proc/PID/fdinfo.
    private const long CloseOnExec = 0x80000;

    private const string OutputName = "standard output";

    /// <summary>Lays the rules above over everything that is printed from here on.</summary>
    public static void Guard()
    {
        Console.SetOut(Writer(OpenOutput(), Console.OutputEncoding));
        Console.SetError(
            Writer(new LossyStream(static () => IsOpen(Error) ? Console.OpenStandardError() : Stream.Null), Console.OutputEncoding));
    }

    /// <summary>Standard output for bytes.</summary>
    public static Stream OpenOutput() => new GuardedStream(OutputName, static () =>
    {
        RequireOutput();
        return Console.OpenStandardOutput();
    });

    /// <summary>Tells before a long work that its result could not be printed.</summary>
    /// <exception cref="OutputFailure">Standard output is closed.</exception>
    public static void RequireOutput()
    {
        if (!IsOpen(Output)) throw new OutputFailure($"{OutputName} cannot be written: it is closed");
    }

    private static StreamWriter Writer(Stream stream, Encoding encoding) =>
        new(stream, WithoutPreamble(encoding), leaveOpen: true) { AutoFlush = true };

    private static Encoding WithoutPreamble(Encoding encoding) => encoding is UTF8Encoding ? new UTF8Encoding(false) : encoding;

    /// <summary>
    /// Whether the descriptor is the one that the caller gave. Where the caller gave none, the runtime's own files get the
    /// number; they are closed on exec, which what exec passed on can't be.
    /// </summary>
    private static bool IsOpen(int descriptor)
    {
        if (!OperatingSystem.IsLinux() || !Directory.Exists("/proc/self/fdinfo")) return true;
        try
        {
            foreach (var line in File.ReadLines(string.Create(CultureInfo.InvariantCulture, $"/proc/self/fdinfo/{descriptor}")))
            {
                if (line.StartsWith("flags:", StringComparison.Ordinal)) return (Convert.ToInt64(line[6..].Trim(), 8) & CloseOnExec) == 0;
            }

            return true;
        }
        catch (Exception exception) when (exception is FileNotFoundException or DirectoryNotFoundException)
        {
            return false;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or FormatException)
        {
            return true;
        }
    }
}
