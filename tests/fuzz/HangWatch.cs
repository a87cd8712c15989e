namespace Unpause.Fuzz;

/// <summary>
/// Keeps the input that is being read in a file that outlives this process (an overflow of the stack can't be caught), and ends the process
/// when it takes too long.
/// </summary>
internal sealed class HangWatch : IDisposable
{
    /// <summary>The exit code after a hang.</summary>
    public const int HangCode = 86;

    private readonly System.IO.MemoryMappedFiles.MemoryMappedFile _file;
    private readonly System.IO.MemoryMappedFiles.MemoryMappedViewAccessor _view;
    private readonly Timer _timer;
    private long _started;

    /// <summary>Begins.</summary>
    /// <param name="path">The file; its first four bytes are the input's length, 0 when none is being read.</param>
    public HangWatch(string path)
    {
        _file = System.IO.MemoryMappedFiles.MemoryMappedFile.CreateFromFile(
            path, FileMode.Create, null, FuzzLimits.InputBytes + sizeof(int));
        _view = _file.CreateViewAccessor();
        _timer = new Timer(_ => Look(), null, 1_000, 1_000);
    }

    /// <summary>An input is about to be read.</summary>
    public void Begin(byte[] input)
    {
        var length = Math.Min(input.Length, FuzzLimits.InputBytes);
        _view.WriteArray(sizeof(int), input, 0, length);
        _view.Write(0, length);
        Volatile.Write(ref _started, Environment.TickCount64);
    }

    /// <summary>It was read.</summary>
    public void End()
    {
        Volatile.Write(ref _started, 0);
        _view.Write(0, 0);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _timer.Dispose();
        _view.Dispose();
        _file.Dispose();
    }

    /// <summary>The input that a process was reading when it ended; null where it ended between two.</summary>
    public static byte[]? Left(string path)
    {
        if (!File.Exists(path)) return null;
        var bytes = File.ReadAllBytes(path);
        var length = bytes.Length < sizeof(int) ? 0 : BitConverter.ToInt32(bytes);
        return length <= 0 || length > bytes.Length - sizeof(int) ? null : bytes.AsSpan(sizeof(int), length).ToArray();
    }

    private void Look()
    {
        var started = Volatile.Read(ref _started);
        if (started == 0 || Environment.TickCount64 - started < FuzzLimits.HangMilliseconds) return;
        Console.Error.WriteLine($"an input took more than {FuzzLimits.HangMilliseconds / 1000} s");
        Environment.Exit(HangCode);
    }
}
