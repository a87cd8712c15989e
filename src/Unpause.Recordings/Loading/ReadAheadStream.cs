using System.Runtime.ExceptionServices;
using Unpause.Recordings.Readers;

namespace Unpause.Recordings.Loading;

/// <summary>
/// Reads a stream on a thread of its own, some blocks ahead, so that unpacking is at work while lines are parsed.
/// What the stream throws is thrown here after all the bytes before it.
/// </summary>
/// <remarks>The thread ends where the stream does, at a failure, or with the next block after <see cref="Stream.Dispose()"/>.</remarks>
internal sealed class ReadAheadStream : ForwardStream
{
    private const int Blocks = 16;

    /// <summary>Read blocks are given back this many at a time: each waking of the other thread costs as much as a block.</summary>
    private const int BlocksGivenBack = 4;

    private readonly Stream _inner;
    private readonly byte[][] _blocks = new byte[Blocks][];
    private readonly int[] _lengths = new int[Blocks];
    private readonly SemaphoreSlim _filled = new(0);
    private readonly SemaphoreSlim _free = new(Blocks);
    private volatile bool _disposed;
    private ExceptionDispatchInfo? _failure;
    private int _block = -1;
    private int _position;
    private int _read;
    private bool _ended;

    public ReadAheadStream(Stream inner)
    {
        _inner = inner;
        for (var i = 0; i < Blocks; i++) _blocks[i] = new byte[Limits.BlockBytes];
        new Thread(Fill) { IsBackground = true, Name = "read ahead" }.Start();
    }

    /// <summary>The stream, read ahead where there is a processor to do it.</summary>
    public static Stream Wrap(Stream inner) => Environment.ProcessorCount > 1 ? new ReadAheadStream(inner) : inner;

    public override int Read(Span<byte> buffer)
    {
        if (buffer.IsEmpty) return 0;
        if (_block < 0 || _position == _lengths[_block])
        {
            if (!NextBlock()) return 0;
        }

        var count = Math.Min(buffer.Length, _lengths[_block] - _position);
        _blocks[_block].AsSpan(_position, count).CopyTo(buffer);
        _position += count;
        return count;
    }

    private bool NextBlock()
    {
        if (_ended)
        {
            _failure?.Throw();
            return false;
        }

        if (_block >= 0 && ++_read % BlocksGivenBack == 0) _free.Release(BlocksGivenBack);
        _filled.Wait();
        _block = (_block + 1) % Blocks;
        _position = 0;
        _ended = _lengths[_block] == 0;
        if (_ended) _failure?.Throw();
        return !_ended;
    }

    /// <summary>An empty block is the last.</summary>
    private void Fill()
    {
        for (var block = 0; ; block = (block + 1) % Blocks)
        {
            _free.Wait();
            if (_disposed) return;
            _lengths[block] = ReadInner(_blocks[block]);
            _filled.Release();
            if (_lengths[block] == 0) return;
        }
    }

    private int ReadInner(Span<byte> block)
    {
        try
        {
            return _inner.Read(block);
        }
        catch (Exception exception)
        {
            // Whatever it is, the reader's thread is the one to meet it.
            _failure = ExceptionDispatchInfo.Capture(exception);
            return 0;
        }
    }

    protected override void Dispose(bool disposing)
    {
        // The thread may wait for a pipe that never ends, so it is not waited for; the semaphores own nothing that must be freed.
        _disposed = true;
        if (disposing) _free.Release();
        base.Dispose(disposing);
    }
}
