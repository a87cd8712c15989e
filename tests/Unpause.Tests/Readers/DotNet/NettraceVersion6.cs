using System.Buffers.Binary;
using System.Text;
using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Tests.Readers.DotNet;

/// <summary>
/// Writes a file of version 4 anew in version 6, event for event, because no recorder here writes that version. Format:
/// NetTraceFormat.md in microsoft/perfview. TraceEvent reads the result, too.
/// </summary>
internal sealed class NettraceVersion6
{
    private readonly MemoryStream _file = new();
    private readonly Dictionary<long, int> _indexes = [];
    private readonly int _processes;
    private readonly Dictionary<(UInt128 Activity, UInt128 Related), uint> _labels = [];
    private int _process;

    private NettraceVersion6(int processes) => _processes = processes;

    /// <summary>The file in version 6. Of several processes the threads belong to each in turn; the first has the file's number.</summary>
    public static byte[] Of(byte[] version4, int processes)
    {
        var writer = new NettraceVersion6(processes);
        writer.Write(version4);
        return writer._file.ToArray();
    }

    private void Write(byte[] version4)
    {
        _file.Write("Nettrace"u8);
        foreach (var number in new[] { 0, 6, 0 }) _file.Write(BitConverter.GetBytes(number));
        var frames = new NettraceFrames(new MemoryStream(version4));
        while (frames.MoveNext())
        {
            switch (frames.Block)
            {
                case NettraceBlock.Trace: WriteTrace(frames.Content); break;
                case NettraceBlock.Metadata: WriteMetadata(frames.Content); break;
                case NettraceBlock.Events: WriteEvents(frames.Content); break;
                case NettraceBlock.Stacks: WriteBlock(5, frames.Content); break;
                case NettraceBlock.SequencePoint: WriteSequencePoint(frames.Content); break;
            }
        }

        WriteBlock(0, []);
    }

    private void WriteTrace(ReadOnlySpan<byte> content)
    {
        _process = BinaryPrimitives.ReadInt32LittleEndian(content[36..]);
        var block = new List<byte>(content[..36].ToArray());
        block.AddRange(BitConverter.GetBytes(3));
        foreach (var text in new[]
        {
            "ProcessId",
            _process.ToString(System.Globalization.CultureInfo.InvariantCulture),
            "HardwareThreadCount",
            content[40].ToString(System.Globalization.CultureInfo.InvariantCulture),
            "Machine",
            "here"
        })
        {
            Add(block, text);
        }

        WriteBlock(1, [.. block]);
        // A kind of block to come: it is to be passed over.
        WriteBlock(99, [1, 2, 3]);
    }

    private void WriteMetadata(ReadOnlySpan<byte> content)
    {
        var block = new List<byte> { 3, 0, 9, 9, 9 };
        foreach (var (_, payload) in Events(content))
        {
            var reader = new PayloadReader(payload);
            var row = new List<byte>();
            Add(row, (uint)reader.Int32());
            Add(row, Encoding.Unicode.GetString(reader.Utf16()));
            Add(row, (uint)reader.Int32());
            Add(row, Encoding.Unicode.GetString(reader.Utf16()));
            var keywords = reader.Int64();
            var version = (byte)reader.Int32();
            var level = (byte)reader.Int32();
            // One unused field: a byte.
            row.AddRange([1, 0, 4, 0, 2, (byte)'a', (byte)'b', 6]);
            byte[] optional = [3, .. BitConverter.GetBytes(keywords), 8, level, 5, 2, (byte)'t', (byte)'o', 9, version];
            row.AddRange(BitConverter.GetBytes((ushort)optional.Length));
            row.AddRange(optional);
            block.AddRange(BitConverter.GetBytes((ushort)row.Count));
            block.AddRange(row);
        }

        WriteBlock(3, [.. block]);
    }

    private void WriteEvents(ReadOnlySpan<byte> content)
    {
        var block = new List<byte>(content[..BinaryPrimitives.ReadUInt16LittleEndian(content)].ToArray());
        var last = default((int MetadataId, int Sequence, int Capture, int Thread, int Stack, long Timestamp, uint Labels, int Bytes));
        foreach (var (header, payload) in Events(content))
        {
            var (capture, thread) = (IndexOf(header.CaptureThread), IndexOf(header.Thread));
            var flags = header.MetadataId != last.MetadataId ? 1 : 0;
            flags |= capture != last.Capture || header.Sequence != last.Sequence + 1 ? 2 : 0;
            flags |= thread != last.Thread ? 4 : 0;
            flags |= header.Stack != last.Stack ? 8 : 0;
            var labels = LabelsOf(header.Activity, header.RelatedActivity);
            flags |= labels != last.Labels ? 16 : 0;
            flags |= header.Sorted ? 64 : 0;
            flags |= payload.Length != last.Bytes ? 128 : 0;
            block.Add((byte)flags);
            if ((flags & 1) != 0) Add(block, (uint)header.MetadataId);
            if ((flags & 2) != 0)
            {
                Add(block, unchecked((uint)(header.Sequence - last.Sequence - 1)));
                Add(block, (uint)capture);
                Add(block, 0);
            }

            if ((flags & 4) != 0) Add(block, (uint)thread);
            if ((flags & 8) != 0) Add(block, (uint)header.Stack);
            Add(block, (ulong)(header.Timestamp - last.Timestamp));
            if ((flags & 16) != 0) Add(block, labels);
            if ((flags & 128) != 0) Add(block, (uint)payload.Length);
            block.AddRange(payload);
            last = (header.MetadataId, header.Sequence, capture, thread, header.Stack, header.Timestamp, labels, payload.Length);
        }

        WriteBlock(2, [.. block]);
    }

    private void WriteSequencePoint(ReadOnlySpan<byte> content)
    {
        var reader = new VarReader(content);
        var block = new List<byte>(BitConverter.GetBytes(reader.Int64()));
        block.AddRange(BitConverter.GetBytes(0));
        var threads = reader.Int32();
        block.AddRange(BitConverter.GetBytes(threads));
        for (var i = 0; i < threads; i++)
        {
            Add(block, (uint)IndexOf(reader.Int64()));
            Add(block, (uint)reader.Int32());
        }

        WriteBlock(4, [.. block]);
        _labels.Clear();
    }

    /// <summary>The index of a list of labels, which is written in a block of its own when it is new, among other labels.</summary>
    private uint LabelsOf(UInt128 activity, UInt128 related)
    {
        if (activity == 0) return 0;
        if (_labels.TryGetValue((activity, related), out var index)) return index;
        index = _labels[(activity, related)] = (uint)_labels.Count + 1;
        Span<byte> id = stackalloc byte[16];
        var block = new List<byte>(BitConverter.GetBytes(index));
        block.AddRange(BitConverter.GetBytes(1));
        block.AddRange([5, 1, (byte)'k', 1, (byte)'v', 9, 4]);
        BinaryPrimitives.WriteUInt128LittleEndian(id, activity);
        block.Add(related == 0 ? (byte)0x81 : (byte)1);
        block.AddRange(id);
        if (related != 0)
        {
            BinaryPrimitives.WriteUInt128LittleEndian(id, related);
            block.Add(0x82);
            block.AddRange(id);
        }

        WriteBlock(8, [.. block]);
        return index;
    }

    /// <summary>The index of a thread, which is written in a block of its own when it is new.</summary>
    private int IndexOf(long thread)
    {
        if (_indexes.TryGetValue(thread, out var index)) return index;
        index = _indexes[thread] = _indexes.Count + 7;
        var row = new List<byte>();
        Add(row, (uint)index);
        row.AddRange([1, 4, (byte)'n', (byte)'a', (byte)'m', (byte)'e', 3]);
        Add(row, (ulong)thread);
        row.Add(2);
        Add(row, (uint)(_process + (_processes == 1 ? 0 : ProcessOf(thread))));
        WriteBlock(6, [.. BitConverter.GetBytes((ushort)row.Count), .. row]);
        return index;
    }

    /// <summary>With two processes all but the thread of number 0 stay where they are; with more they are spread.</summary>
    private int ProcessOf(long thread) => _processes == 2 ? (thread == 0 ? 1 : 0) : (int)(thread % _processes);

    private static List<(BlobHeader Header, byte[] Payload)> Events(ReadOnlySpan<byte> content)
    {
        var events = new List<(BlobHeader, byte[])>();
        if (content.IsEmpty) return events;
        var reader = new VarReader(content);
        reader.Skip(reader.UInt16() - 2);
        var header = default(BlobHeader);
        while (reader.Remaining > 0)
        {
            Assert.True(header.TryRead(ref reader));
            events.Add((header, reader.Take(header.PayloadBytes).ToArray()));
        }

        return events;
    }

    private void WriteBlock(byte kind, ReadOnlySpan<byte> content)
    {
        _file.Write(BitConverter.GetBytes(content.Length | (kind << 24)));
        _file.Write(content);
    }

    private static void Add(List<byte> block, string text)
    {
        Add(block, (uint)Encoding.UTF8.GetByteCount(text));
        block.AddRange(Encoding.UTF8.GetBytes(text));
    }

    private static void Add(List<byte> block, ulong value)
    {
        for (; value >= 0x80; value >>= 7) block.Add((byte)(value | 0x80));
        block.Add((byte)value);
    }
}
