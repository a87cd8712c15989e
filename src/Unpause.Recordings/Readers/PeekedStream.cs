using System.Runtime.ExceptionServices;
using Unpause.Recordings.Readers.Prefixes;

namespace Unpause.Recordings.Readers;

/// <summary>A forward-only stream whose next bytes can be examined before they are read.</summary>
public sealed class PeekedStream(Stream inner) : ForwardStream
{
    private readonly byte[] _buffer = new byte[Limits.DetectionBytes];
    private int _start;
    private int _end;
    private ExceptionDispatchInfo? _failure;

    /// <summary>A stream's content: unpacked when it is packed as one file (gzip, zstd, xz, bzip2), else as it is.</summary>
    /// <param name="raw">From its start.</param>
    /// <param name="hash">Takes in the content as it is read; null when it is not needed.</param>
    public static PeekedStream Unpack(Stream raw, ContentHash? hash = null)
    {
        var peeked = new PeekedStream(raw);
        if (Archives.Packing.Of(peeked.Peek(Archives.Packing.StartBytes)) is { } packing)
            return new PeekedStream(packing.Open(peeked)) { Packing = packing.Name, Hash = hash };
        // What was peeked at to detect a packing is content.
        hash?.Add(peeked._buffer.AsSpan(peeked._start, peeked._end - peeked._start));
        peeked.Hash = hash;
        return peeked;
    }

    /// <summary>
    /// The same content as plain lines: UTF-16 as UTF-8, without a byte order mark, and without what containers and log collectors put in
    /// front of each line.
    /// </summary>
    /// <param name="peeked">The content.</param>
    /// <param name="lineStarts">Find lines of known formats, from which a prefix is learnt.</param>
    public static PeekedStream AsLines(PeekedStream peeked, IReadOnlyList<FindsLine> lineStarts)
    {
        var start = peeked.Peek(Limits.DetectionBytes);
        if (Utf16Stream.Is(start, out var bigEndian, out var mark))
        {
            peeked.Skip(mark);
            peeked = new PeekedStream(new Utf16Stream(peeked, bigEndian)) { Packing = peeked.Packing };
            start = peeked.Peek(Limits.DetectionBytes);
        }

        if (start is [0xef, 0xbb, 0xbf, ..])
        {
            peeked.Skip(3);
            start = start[3..];
        }

        if (start.Contains((byte)0)) return peeked;
        var prefixes = PrefixTable.Learn(start, lineStarts);
        if (prefixes.Count == 0) return peeked;
        var plain = new PrefixedStream(peeked, prefixes);
        return new PeekedStream(plain) { Packing = peeked.Packing, Times = plain.Times };
    }

    /// <summary>The same content, read through another stream.</summary>
    internal PeekedStream Through(Func<Stream, Stream> wrap) => new(wrap(this)) { Packing = Packing };

    /// <summary>When its lines arrived, where their prefixes say so; else null.</summary>
    public LineTimes? Times { get; private init; }

    /// <summary>Whether bytes begin as gzip does.</summary>
    public static bool IsGzip(ReadOnlySpan<byte> start) => start is [0x1f, 0x8b, ..];

    /// <summary>Takes in the content as it is read.</summary>
    private ContentHash? Hash { get; set; }

    /// <summary>How it was packed: <c>gzip</c>; null when it was not.</summary>
    public string? Packing { get; private init; }

    /// <summary>Whether reading it unpacks, which is work for a processor of its own.</summary>
    public bool IsUnpacked => Packing is not null;

    /// <summary>Whether all of it is in memory already: it is shorter than what is peeked at.</summary>
    public bool IsRead { get; private set; }

    /// <summary>The next bytes, at most <paramref name="count"/>; fewer only at the end. Valid until the next call.</summary>
    public ReadOnlySpan<byte> Peek(int count)
    {
        if (_start > 0 && _start + count > _buffer.Length)
        {
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            _end -= _start;
            _start = 0;
        }

        while (_end - _start < count && _failure is null)
        {
            var read = ReadInner(_buffer.AsSpan(_end));
            IsRead = read == 0;
            if (IsRead) break;
            _end += read;
        }

        if (_start == _end) _failure?.Throw();
        return _buffer.AsSpan(_start, Math.Min(count, _end - _start));
    }

    /// <summary>Passes over bytes that were peeked.</summary>
    public void Skip(int count) => _start += Math.Min(count, _end - _start);

    public override int Read(Span<byte> buffer)
    {
        if (_start == _end)
        {
            _failure?.Throw();
            var direct = inner.Read(buffer);
            Hash?.Add(buffer[..direct]);
            return direct;
        }

        var count = Math.Min(buffer.Length, _end - _start);
        _buffer.AsSpan(_start, count).CopyTo(buffer);
        _start += count;
        return count;
    }

    /// <summary>A failure is kept until everything before it has been read.</summary>
    private int ReadInner(Span<byte> buffer)
    {
        try
        {
            var read = inner.Read(buffer);
            Hash?.Add(buffer[..read]);
            return read;
        }
        catch (Exception exception) when (exception is IOException or InvalidDataException)
        {
            _failure = ExceptionDispatchInfo.Capture(exception);
            return 0;
        }
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing) inner.Dispose();
        base.Dispose(disposing);
    }
}
