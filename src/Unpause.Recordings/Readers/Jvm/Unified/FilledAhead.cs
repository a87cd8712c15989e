using System.Runtime.ExceptionServices;

namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>Blocks that a thread of its own fills, some ahead of the one that is read.</summary>
internal sealed class FilledAhead : IDisposable
{
    private const int Blocks = 6;

    /// <summary>Read blocks are given back this many at a time: each waking of the other thread costs.</summary>
    private const int BlocksGivenBack = 2;

    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(2);

    private readonly BlockFiller _filler;
    private readonly LineBlock[] _blocks = new LineBlock[Blocks];
    private readonly SemaphoreSlim _filled = new(0);
    private readonly SemaphoreSlim _free = new(Blocks);
    private readonly Thread _thread;
    private volatile bool _stopped;
    private int _taken = -1;

    /// <summary>Begins to fill blocks.</summary>
    /// <param name="bytes">Bytes of each block.</param>
    public FilledAhead(BlockFiller filler, int bytes)
    {
        _filler = filler;
        foreach (ref var block in _blocks.AsSpan()) block = new LineBlock(bytes);
        _thread = new Thread(Fill) { IsBackground = true, Name = "lines ahead" };
        _thread.Start();
    }

    /// <summary>The next block; the one before must not be read any more. Not to be called behind the last.</summary>
    public LineBlock Next()
    {
        if (++_taken % BlocksGivenBack == 0 && _taken > 0) _free.Release(BlocksGivenBack);
        _filled.Wait();
        return _blocks[_taken % Blocks];
    }

    private void Fill()
    {
        for (var i = 0; ; i = (i + 1) % Blocks)
        {
            _free.Wait();
            if (_stopped) return;
            var block = _blocks[i];
            try
            {
                _filler.Fill(block);
            }
            catch (Exception exception)
            {
                // A defect of ours, for the thread that reads: it is thrown there.
                block.LineCount = 0;
                (block.IsLast, block.Thrown) = (true, ExceptionDispatchInfo.Capture(exception));
            }

            // Read before the block is handed over, because it is filled no more.
            var last = block.IsLast;
            _filled.Release();
            if (last) return;
        }
    }

    /// <summary>
    /// Ends the thread. It is waited for, so that nobody reads the stream any more, unless it waits for a pipe in which nothing comes: then
    /// it ends when something does.
    /// </summary>
    public void Dispose()
    {
        _stopped = true;
        _free.Release();
        // The semaphores own nothing that must be freed.
        _thread.Join(LongestWait);
    }
}
