namespace Unpause.Recordings.Readers.DotNet.Container;

/// <summary>
/// The threads that events of version 6 refer to by an index. Block: rows of a 16-bit size, the index, then facts
/// of the thread: kind 1 its name, 2 its process's id, 3 its own id, 4 a key and a value.
/// Format: NetTraceFormat.md in microsoft/perfview.
/// </summary>
internal sealed class NettraceThreads
{
    private const byte Name = 1;
    private const byte ProcessId = 2;
    private const byte ThreadId = 3;
    private const byte KeyValue = 4;

    private readonly Dictionary<long, (int Process, long Thread)> _threads = [];
    private (long Index, int Process, long Thread) _last = (-1, 0, 0);

    /// <summary>The process of a thread for which none is recorded.</summary>
    public int Process { get; set; }

    /// <summary>Takes a block of threads; false when it is damaged.</summary>
    public bool Add(ReadOnlySpan<byte> content)
    {
        _last = (-1, 0, 0);
        var reader = new VarReader(content);
        while (reader.Remaining > 0)
        {
            var row = new VarReader(reader.Take(reader.UInt16()));
            if (reader.Failed) return false;
            AddRow(ref row);
            if (row.Failed) return false;
        }

        return true;
    }

    /// <summary>Takes a block of threads that come no more, with the number of each one's last event; false when it is damaged.</summary>
    public bool Remove(ReadOnlySpan<byte> content, SequenceNumbers sequence)
    {
        _last = (-1, 0, 0);
        var reader = new VarReader(content);
        while (reader.Remaining > 0)
        {
            var index = (long)reader.VarUInt64();
            var number = (int)reader.VarUInt32();
            if (reader.Failed) return false;
            sequence.Checkpoint(index, number);
            sequence.Forget(index);
            _threads.Remove(index);
        }

        return true;
    }

    public void Clear()
    {
        _threads.Clear();
        _last = (-1, 0, 0);
    }

    /// <summary>The process and the operating system's id of a thread; for an unknown one the index itself.</summary>
    public (int Process, long Thread) Get(long index)
    {
        if (_last.Index == index) return (_last.Process, _last.Thread);
        var (process, thread) = _threads.TryGetValue(index, out var known) ? known : (Process, index);
        _last = (index, process, thread);
        return (process, thread);
    }

    private void AddRow(ref VarReader row)
    {
        var index = (long)row.VarUInt64();
        var process = Process;
        var thread = index;
        while (row.Remaining > 0 && !row.Failed)
        {
            switch (row.Byte())
            {
                case Name: row.Utf8(); break;
                case ProcessId: process = (int)Math.Min(row.VarUInt64(), int.MaxValue); break;
                case ThreadId: thread = (long)row.VarUInt64(); break;
                case KeyValue: row.Utf8(); row.Utf8(); break;
                // Kinds to come have no length: what follows cannot be determined.
                default: row.Skip(row.Remaining); break;
            }
        }

        if (_threads.Count < Limits.OpenThreads || _threads.ContainsKey(index)) _threads[index] = (process, thread);
    }
}
