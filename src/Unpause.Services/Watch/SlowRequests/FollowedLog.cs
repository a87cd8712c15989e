using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Archives;
using Unpause.Recordings.Rings;
using Unpause.Requests;

namespace Unpause.Services.Watch.SlowRequests;

/// <summary>
/// Reads the copy of an access log in the ring as it grows, by the readers that also read the whole log. They find the format in the log's
/// first lines, so these are given to them again before the new ones.
/// </summary>
/// <param name="folder">The copy's folder.</param>
/// <param name="name">The log, for messages.</param>
internal sealed class FollowedLog(string folder, string name)
{
    private byte[] _head = [];
    private int _headRequests;
    private int _segment;
    private long _position;

    /// <summary>Requests so far.</summary>
    public long Requests { get; private set; }

    /// <summary>Why nothing of it could be read yet; null where something was.</summary>
    public string? Fault { get; private set; }

    /// <summary>Gives what is new.</summary>
    /// <param name="take">Takes a set, and the index of its first new request.</param>
    public void Poll(Action<RequestSet, int> take)
    {
        foreach (var (segment, path) in LogSegment.Find(folder))
        {
            if (segment.Number < _segment) continue;
            if (segment.Number > _segment) (_segment, _position) = (segment.Number, 0);
            try
            {
                using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, 1);
                if (_position == 0 && segment.HeadBytes > 0) ReadHead(file, segment.HeadBytes);
                while (ReadLines(file, take))
                {
                    // More of it.
                }
            }
            catch (IOException)
            {
                // It was removed.
            }
        }
    }

    private void ReadHead(FileStream file, int bytes)
    {
        if (bytes > ServiceLimits.MostLogHeadBytes) throw new IOException("its head is too long");
        var head = new byte[bytes];
        file.ReadExactly(head);
        SetHead(head);
        _position = bytes;
    }

    private void SetHead(byte[] head)
    {
        _head = head;
        _headRequests = head.Length == 0 ? 0 : Load(head).Sets.Sum(set => set.Requests.Count);
    }

    private bool ReadLines(FileStream file, Action<RequestSet, int> take)
    {
        var length = (int)Math.Min(file.Length - _position, ServiceLimits.MostLogBlockBytes);
        if (length <= 0) return false;
        var bytes = new byte[_head.Length + length];
        _head.CopyTo(bytes, 0);
        file.Position = _position;
        var read = file.ReadAtLeast(bytes.AsSpan(_head.Length), length, throwOnEndOfStream: false);
        // The recorder writes whole lines, but this may have come in between.
        var end = bytes.AsSpan(_head.Length, read).LastIndexOf((byte)'\n') + 1;
        if (end == 0) return false;
        _position += end;
        var loaded = Load(bytes[..(_head.Length + end)]);
        var isNew = _headRequests;
        foreach (var set in loaded.Sets)
        {
            var count = set.Requests.Count - isNew;
            if (count <= 0) continue;
            Requests += count;
            take(set, isNew);
            isNew = 0;
        }

        if (Requests > 0) Fault = null;
        else if (loaded.Unread.Count > 0) Fault = loaded.Unread[0].Reason;
        if (_head.Length == 0) SetHead(FirstLines(bytes.AsSpan(0, end)));
        return read == length;
    }

    private static byte[] FirstLines(ReadOnlySpan<byte> lines)
    {
        var first = lines[..Math.Min(lines.Length, ServiceLimits.MostLogHeadBytes)];
        return first[..(first.LastIndexOf((byte)'\n') + 1)].ToArray();
    }

    private LoadedRequests Load(byte[] lines)
    {
        // The loader unpacks what is packed, and a line of a log may look like that.
        using var stream = PeekedStream.Unpack(new MemoryStream(lines));
        if (stream.Packing is not null || InputArchive.KindOf(stream) is not null)
            return new LoadedRequests([], [new UnreadInput(name, "packed data", InputFault.UnknownFormat)]);
        return new RequestLoader(RequestOptions.Default).Load([new RecordingInput(name, () => new MemoryStream(lines))]);
    }
}
