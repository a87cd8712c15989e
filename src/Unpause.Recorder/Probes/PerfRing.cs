using System.Buffers.Binary;

namespace Unpause.Recorder.Probes;

/// <summary>The ring into which the kernel writes the records of a CPU's events (perf_event_open(2), "MMAP layout").</summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe partial class PerfRing : IDisposable
{
    private const int HeaderSize = 8, ProcessOfHitAt = 16, HeadAt = 1024, TailAt = 1032;

    /// <summary>PERF_RECORD_MISC_COMM_EXEC: the name changed because of an exec.</summary>
    private const ushort ByExec = 1 << 13;

    // At the end of a record: process and thread, time, id.
    private const int TrailerSize = 24;
    private static readonly int PageSize = Environment.SystemPageSize;
    private readonly byte* _mapping;
    private readonly int _dataSize;
    private readonly byte[] _record = new byte[ushort.MaxValue];
    private bool _disposed;

    private PerfRing(int descriptor, byte* mapping, int dataSize)
    {
        Descriptor = descriptor;
        _mapping = mapping;
        _dataSize = dataSize;
    }

    /// <summary>The event that owns the ring; readable when there are records.</summary>
    public int Descriptor { get; }

    /// <summary>Maps an event's ring and takes ownership of the event; null on failure.</summary>
    /// <param name="descriptor">The event; negative when it could not be opened.</param>
    /// <param name="pages">Pages for records, a power of two.</param>
    public static PerfRing? Open(int descriptor, int pages)
    {
        const int ReadAndWrite = 3, Shared = 1;
        if (descriptor < 0) return null;
        var mapping = Map(0, (nuint)((1 + pages) * PageSize), ReadAndWrite, Shared, descriptor, 0);
        if (mapping != -1) return new PerfRing(descriptor, (byte*)mapping, pages * PageSize);
        LibC.Close(descriptor);
        return null;
    }

    /// <summary>Takes all available records.</summary>
    /// <param name="process">Hits of other processes are left out; null: all are taken.</param>
    public void Drain(List<PerfRecord> records, int? process = null)
    {
        ref var head = ref *(ulong*)(_mapping + HeadAt);
        ref var tail = ref *(ulong*)(_mapping + TailAt);
        var end = Volatile.Read(ref head);
        var at = tail;
        while (at < end)
        {
            var size = SizeAt(at);
            if (size < HeaderSize || (ulong)size > end - at) break; // does not happen: the kernel writes complete records
            // All processes with the same program hit its probes: what is not wanted is not copied.
            if (process is null || Number(at) != (uint)PerfRecordKind.Hit || Number(at + ProcessOfHitAt) == (uint)process)
            {
                Copy(at, size);
                if (Parse(_record.AsSpan(0, size)) is { } record) records.Add(record);
            }

            at += (ulong)size;
        }

        Volatile.Write(ref tail, end);
    }

    /// <summary>Unmaps the ring and closes its event.</summary>
    public void Dispose()
    {
        if (_disposed) return;
        _disposed = true;
        Unmap((nint)_mapping, (nuint)(_dataSize + PageSize));
        LibC.Close(Descriptor);
    }

    /// <summary>One record; null for other kinds.</summary>
    internal static PerfRecord? Parse(ReadOnlySpan<byte> record)
    {
        var kind = (PerfRecordKind)BinaryPrimitives.ReadUInt32LittleEndian(record);
        if (kind == PerfRecordKind.Hit) return Hit(record);
        if (record.Length < HeaderSize + 16 + TrailerSize) return null;
        var first = BinaryPrimitives.ReadInt32LittleEndian(record[8..]);
        var second = BinaryPrimitives.ReadInt32LittleEndian(record[12..]);
        var time = BinaryPrimitives.ReadInt64LittleEndian(record[(record.Length - 16)..]);
        return kind switch
        {
            PerfRecordKind.Fork or PerfRecordKind.Exit => new PerfRecord(time, kind, first, second),
            PerfRecordKind.Exec when IsByExec(record) => new PerfRecord(time, kind, first),
            PerfRecordKind.Lost => new PerfRecord(time, kind, 0, Value: BinaryPrimitives.ReadUInt64LittleEndian(record[16..])),
            _ => null,
        };
    }

    private static bool IsByExec(ReadOnlySpan<byte> record) => (BinaryPrimitives.ReadUInt16LittleEndian(record[4..]) & ByExec) != 0;

    private static PerfRecord? Hit(ReadOnlySpan<byte> record)
    {
        const int Shortest = 40, WithRegister = 48;
        if (record.Length < Shortest) return null;
        return new PerfRecord(
            BinaryPrimitives.ReadInt64LittleEndian(record[24..]),
            PerfRecordKind.Hit,
            BinaryPrimitives.ReadInt32LittleEndian(record[ProcessOfHitAt..]),
            Id: BinaryPrimitives.ReadUInt64LittleEndian(record[8..]),
            Value: record.Length >= WithRegister ? BinaryPrimitives.ReadUInt64LittleEndian(record[40..]) : ulong.MaxValue)
        {
            Thread = BinaryPrimitives.ReadInt32LittleEndian(record[20..]),
            State = record.Length > WithRegister ? record[32..].ToArray() : null,
        };
    }

    private int SizeAt(ulong at) => *(ushort*)(_mapping + PageSize + PlaceOf(at + 6));

    // Records begin at a multiple of eight, so none of their numbers is in two pieces.
    private uint Number(ulong at) => *(uint*)(_mapping + PageSize + PlaceOf(at));

    private int PlaceOf(ulong at) => (int)(at & (uint)(_dataSize - 1));

    private void Copy(ulong at, int size)
    {
        var begin = PlaceOf(at);
        var straight = Math.Min(size, _dataSize - begin);
        new ReadOnlySpan<byte>(_mapping + PageSize + begin, straight).CopyTo(_record);
        new ReadOnlySpan<byte>(_mapping + PageSize, size - straight).CopyTo(_record.AsSpan(straight));
    }

    [LibraryImport("libc", EntryPoint = "mmap", SetLastError = true)]
    private static partial nint Map(nint address, nuint length, int protection, int flags, int descriptor, nint offset);

    [LibraryImport("libc", EntryPoint = "munmap", SetLastError = true)]
    private static partial int Unmap(nint address, nuint length);
}

/// <summary>One record of the kernel.</summary>
/// <param name="Time">Nanoseconds of CLOCK_MONOTONIC.</param>
/// <param name="Process">The process id in this pid namespace; 0 for a process outside it.</param>
/// <param name="Parent">For a fork: the parent.</param>
/// <param name="Id">For a hit: the event (<see cref="PerfEvent.IdOf"/>).</param>
/// <param name="Value">For a hit: the requested register. For lost records: their number.</param>
internal readonly record struct PerfRecord(long Time, PerfRecordKind Kind, int Process, int Parent = 0, ulong Id = 0, ulong Value = 0)
{
    /// <summary>For a hit: the thread.</summary>
    public int Thread { get; init; }

    /// <summary>For a hit with a requested stack: the data after the time, registers and stack; otherwise null.</summary>
    public byte[]? State { get; init; }
}

/// <summary>Kind of a kernel record; the numbers are the kernel's (enum perf_event_type).</summary>
internal enum PerfRecordKind
{
    /// <summary>Records that were lost because the ring was full.</summary>
    Lost = 2,

    /// <summary>A process executes another program.</summary>
    Exec = 3,

    /// <summary>A thread ended.</summary>
    Exit = 4,

    /// <summary>A thread or process started.</summary>
    Fork = 7,

    /// <summary>A probe was hit.</summary>
    Hit = 9,
}
