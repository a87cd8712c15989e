namespace Unpause.Cli.Output;

/// <summary>
/// Standard output and error. A failed write to standard output is an <see cref="OutputFailure"/>, except when the reader closed the
/// pipe, as <c>head</c> does: the rest is dropped. A failed write to standard error is ignored.
/// </summary>
internal static class StandardStreams
{
    /// <summary>The descriptor of standard error.</summary>
    public const int Error = 2;

    private const int Output = 1;

    // O_CLOEXEC of Linux, in the octal form of /proc/PID/fdinfo.
    private const long CloseOnExec = 0x80000;

    // Of /proc/PID/fdinfo: "pos:" and "flags:" come first, one line each.
    private const int FlagsEnd = 128;

    private const string OutputName = "standard output", ErrorName = "standard error";

    /// <summary>Applies these rules to everything that is printed from now on.</summary>
    public static void Guard()
    {
        if (OperatingSystem.IsWindows()) PrintUtf8();
        Console.SetOut(Writer(OpenOutput(), Console.OutputEncoding));
        Console.SetError(Writer(new LossyStream(OpenErrorIfGiven), Console.OutputEncoding));
    }

    /// <summary>
    /// Windows prints in the code page of its terminal, also into pipes, and few of them have a mid dot. The terminal's is set back at the
    /// end, because it outlives unpause.
    /// </summary>
    private static void PrintUtf8()
    {
        var before = Console.OutputEncoding;
        if (before.CodePage == Encoding.UTF8.CodePage) return;
        Console.OutputEncoding = Encoding.UTF8;
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Console.OutputEncoding = before;
    }

    /// <summary>Standard output for bytes.</summary>
    public static Stream OpenOutput() => new GuardedStream(OutputName, static () =>
    {
        RequireOutput();
        return Console.OpenStandardOutput();
    });

    /// <summary>Standard error for requested output: a failed write is an error, unless the caller closed the stream.</summary>
    public static Stream OpenError() => new GuardedStream(ErrorName, OpenErrorIfGiven);

    /// <summary>Fails before long work when its result could not be printed.</summary>
    /// <exception cref="OutputFailure">Standard output is closed.</exception>
    public static void RequireOutput()
    {
        if (!IsOpen(Output)) throw new OutputFailure($"{OutputName} cannot be written: it is closed");
    }

    private static Stream OpenErrorIfGiven() => IsOpen(Error) ? Console.OpenStandardError() : Stream.Null;

    private static StreamWriter Writer(Stream stream, Encoding encoding) =>
        new(stream, WithoutPreamble(encoding), leaveOpen: true) { AutoFlush = true, NewLine = "\n" };

    private static Encoding WithoutPreamble(Encoding encoding) => encoding is UTF8Encoding ? new UTF8Encoding(false) : encoding;

    /// <summary>
    /// Whether the descriptor was inherited from the caller. If the caller passed none, a file of the .NET runtime can get the number.
    /// Such files have O_CLOEXEC, which an inherited descriptor cannot have.
    /// </summary>
    private static bool IsOpen(int descriptor)
    {
        if (!OperatingSystem.IsLinux()) return true;
        try
        {
            Span<byte> text = stackalloc byte[FlagsEnd];
            using var file = File.OpenHandle(descriptor == Output ? "/proc/self/fdinfo/1" : "/proc/self/fdinfo/2");
            return !SaysCloseOnExec(text[..RandomAccess.Read(file, text, 0)]);
        }
        catch (Exception exception) when (exception is FileNotFoundException or DirectoryNotFoundException)
        {
            return !Directory.Exists("/proc/self/fdinfo");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return true;
        }
    }

    private static bool SaysCloseOnExec(ReadOnlySpan<byte> text)
    {
        var field = "flags:"u8;
        var start = text.IndexOf(field);
        if (start < 0) return false;
        long flags = 0;
        foreach (var letter in text[(start + field.Length)..])
        {
            if (letter is >= (byte)'0' and <= (byte)'7') flags = (flags << 3) | (long)(letter - '0');
            else if (letter is not ((byte)' ' or (byte)'\t')) break;
        }

        return (flags & CloseOnExec) != 0;
    }
}

/// <summary>An output whose failure is ignored: everything written afterwards is dropped.</summary>
/// <param name="open">Opens it at the first write.</param>
internal sealed class LossyStream(Func<Stream> open) : WriteOnlyStream
{
    private Stream? _opened;

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        try
        {
            (_opened ??= open()).Write(buffer);
        }
        catch (Exception exception) when (OutputFault.Is(exception))
        {
            _opened = Null;
        }
    }

    public override void Flush()
    {
        // Each write goes through at once.
    }
}
