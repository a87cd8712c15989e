using System.Runtime.ExceptionServices;

namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>Blocks that a thread of its own fills, some ahead of the one that is read.</summary>
/// <remarks>
/// Blocks change hands some at a time, and who must wait sleeps at once: the faster of the two waits every time, and a waking or a spin
/// costs as much as a part of a block.
/// </remarks>
internal sealed class FilledAhead : IDisposable
{
    private const int Blocks = 9;

    /// <summary>Blocks that change hands together.</summary>
    private const int Batch = 3;

    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(2);

    private readonly BlockFiller _filler;
    private readonly LineBlock[] _blocks = new LineBlock[Blocks];
    private readonly object _lock = new();
    private readonly Thread _thread;

    // Guarded by the lock: blocks handed over, and blocks given back, since the beginning.
    private long _handedOver;
    private long _givenBack;
    private bool _stopped;

    // Of the thread that reads: blocks taken, and how many there are to take.
    private long _taken;
    private long _available;

    /// <summary>Begins to fill blocks.</summary>
    /// <param name="bytes">Bytes of each block.</param>
    public FilledAhead(BlockFiller filler, int bytes)
    {
        _filler = filler;
        foreach (ref var block in _blocks.AsSpan()) block = new LineBlock(bytes);
        _thread = new Thread(FillAll) { IsBackground = true, Name = "lines ahead" };
        _thread.Start();
    }

    /// <summary>The next block; the one before must not be read any more. Not to be called behind the last.</summary>
    public LineBlock Next()
    {
        if (_taken == _available)
        {
            lock (_lock)
            {
                _givenBack = _taken;
                Monitor.PulseAll(_lock);
                while (_handedOver == _taken) Monitor.Wait(_lock);
                _available = _handedOver;
            }
        }
        else if (_taken % Batch == 0)
        {
            lock (_lock)
            {
                _givenBack = _taken;
                Monitor.PulseAll(_lock);
            }
        }

        return _blocks[_taken++ % Blocks];
    }

    private void FillAll()
    {
        long most = Blocks;
        for (long filled = 0; filled < most || WaitForRoom(filled, out most); filled++)
        {
            var block = _blocks[filled % Blocks];
            Fill(block);
            // Read before the block is handed over, because it is not ours then.
            var last = block.IsLast;
            if (last || (filled + 1) % Batch == 0) HandOver(filled + 1);
            if (last) return;
        }
    }

    private void Fill(LineBlock block)
    {
        try
        {
            _filler.Fill(block);
        }
        catch (Exception exception)
        {
            // A defect of ours: it is thrown on the thread that reads.
            block.LineCount = 0;
            (block.IsLast, block.Thrown) = (true, ExceptionDispatchInfo.Capture(exception));
        }
    }

    private void HandOver(long filled)
    {
        lock (_lock)
        {
            _handedOver = filled;
            Monitor.PulseAll(_lock);
        }
    }

    /// <summary>Waits until some blocks are given back; false when nobody reads any more.</summary>
    private bool WaitForRoom(long filled, out long most)
    {
        lock (_lock)
        {
            while (!_stopped && _givenBack + Blocks <= filled) Monitor.Wait(_lock);
            most = _givenBack + Blocks;
            return !_stopped;
        }
    }

    /// <summary>
    /// Ends the thread. It is waited for, so that nobody reads the stream any more, unless it waits for a pipe in which nothing comes: then
    /// it ends when something does.
    /// </summary>
    public void Dispose()
    {
        lock (_lock)
        {
            _stopped = true;
            Monitor.PulseAll(_lock);
        }

        _thread.Join(LongestWait);
    }
}
