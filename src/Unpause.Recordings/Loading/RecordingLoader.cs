using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Archives;
using Unpause.Recordings.Readers.Perf;

namespace Unpause.Recordings.Loading;

/// <summary>One reading of inputs of any known format into recordings.</summary>
internal sealed class RecordingLoader
{
    private readonly RuntimeTable _runtimes;
    private readonly MemoryLimit _memory;
    private readonly IReadOnlyList<ICompanionFiles> _companions;
    private readonly List<Recording> _recordings;
    private readonly List<UnreadInput> _unread = [];
    private readonly List<UnreadInput> _passedOver = [];
    private readonly InputArchive? _archive;

    /// <summary>Prepares one reading.</summary>
    /// <param name="runtimes">The runtimes whose recordings are read.</param>
    /// <param name="memory">The limit for the data of all inputs.</param>
    public RecordingLoader(RuntimeTable runtimes, MemoryLimit memory) =>
        (_runtimes, _memory, _companions, _recordings) = (runtimes, memory, runtimes.NewCompanions(), []);

    /// <summary>Reads the files of an archive as a part of a reading, with unread inputs of their own.</summary>
    private RecordingLoader(RecordingLoader outer, InputArchive archive) => (_runtimes, _memory, _companions, _recordings, _archive) =
        (outer._runtimes, outer._memory, outer._companions, outer._recordings, archive);

    /// <summary>Reads every input; see <see cref="RuntimeTable.Load"/>. To be called once.</summary>
    public LoadedRecordings Load(IReadOnlyList<RecordingInput> inputs)
    {
        foreach (var series in RotatedSeries.Group(inputs)) ReadSeries(series);
        var joined = _runtimes.Join(_recordings);
        // An input whose processes are all unknown leaves nothing.
        foreach (var file in _recordings.Except(joined).Where(CpuJoin.IsOfSamples).SelectMany(lost => lost.Source.Files).Distinct())
        {
            if (joined.All(recording => !recording.Source.Files.Contains(file)))
                _unread.Add(new UnreadInput(file, $"CPU samples, but {CpuRecordings.NoRuntime}", InputFault.Empty));
        }

        foreach (var files in _companions)
        {
            var reported = files.Join(joined);
            joined = reported.Recordings;
            _unread.AddRange(reported.Unread);
        }

        return new LoadedRecordings(joined, _unread) { PassedOver = _passedOver };
    }

    /// <summary>Reads an archive's content; files of one rotated log are joined, what is no recording is passed over.</summary>
    private void ReadArchive(string name, Stream raw, PeekedStream content)
    {
        var kind = InputArchive.KindOf(content);
        try
        {
            using var archive = InputArchive.Open(name, raw, content, _archive);
            var before = _recordings.Count;
            var inside = new RecordingLoader(this, archive);
            foreach (var series in RotatedSeries.Group(archive.Files)) inside.ReadSeries(series);
            var reported = inside._unread.Where(input => input.Fault is not (InputFault.UnknownFormat or InputFault.Empty)).ToList();
            _unread.AddRange(reported);
            _passedOver.AddRange(inside._unread.Except(reported));
            _passedOver.AddRange(inside._passedOver);
            if (archive.Fault is { } fault) Leave(name, $"only a part of the {kind} archive was read: {fault}", InputFault.Damaged);
            else if (_recordings.Count == before && reported.Count == 0)
                Leave(name, $"a {kind} archive without a recording", InputFault.UnknownFormat);
        }
        catch (InvalidDataException exception)
        {
            Leave(name, $"damaged {kind} archive: {exception.Message}", InputFault.Damaged);
        }
    }

    private void ReadSeries(IReadOnlyList<RecordingInput> series)
    {
        var opened = new List<OpenedInput>();
        try
        {
            foreach (var input in series)
            {
                if (_memory.IsFull)
                {
                    Leave(input.Name, _memory.Reason, InputFault.LeftOut);
                    continue;
                }

                if (Guard(input.Name, () => Open(input)) is not { } found) continue;
                var open = found with { Session = input.Session };
                // One part at a time stays open, unless it can be joined with others.
                if (series.Count > 1 && open.FirstStamp is not null) opened.Add(open);
                else ReadAlone(open);
            }

            // A part with wall time alone and one with the time since the start would be taken for two processes.
            foreach (var joined in opened.GroupBy(part => (part.Format.Name, part.FirstStamp!.Value.UptimeNanoseconds is null)))
                ReadJoined([.. joined]);
        }
        finally
        {
            foreach (var open in opened) open.Dispose();
        }
    }

    private OpenedInput? Open(RecordingInput input)
    {
        var raw = input.Open();
        var hash = new ContentHash();
        var peeked = PeekedStream.Unpack(raw, hash);
        OpenedInput? open = null;
        try
        {
            if (_archive is not null) peeked = _archive.Counted(peeked);
            if (_archive?.Refuse(input.Name, peeked) is { } refused) _unread.Add(refused);
            else if (InputArchive.KindOf(peeked) is not null) ReadArchive(input.Name, raw, peeked);
            else open = Recognise(input.Name, raw, peeked, hash);
        }
        catch (InvalidDataException exception)
        {
            Leave(input.Name, $"damaged {peeked.Packing ?? "archive"} data: {exception.Message}", InputFault.Damaged);
        }

        if (open is null) raw.Dispose();
        return open;
    }

    private OpenedInput? Recognise(string name, Stream raw, PeekedStream peeked, ContentHash hash)
    {
        if (_companions.Any(files => files.TryTake(name, peeked))) return null;
        if (OtherFiles.Certain(peeked.Peek(Limits.DetectionBytes)) is { } other)
        {
            Leave(name, other, InputFault.UnknownFormat);
            return null;
        }

        peeked = PeekedStream.AsLines(peeked, _runtimes.LineStarts);
        var found = FormatSearch.Run(peeked, _runtimes.DetectAtStart, _runtimes.DetectInside);
        if (found.Format is { } format) return new OpenedInput(name, peeked, raw, format, found.PassedLines, hash);
        _unread.Add(new UnreadInput(name, found.Describe("GC lines"), found.Empty ? InputFault.Empty : InputFault.UnknownFormat)
        {
            Start = _archive is null ? found.Start : found.Start[..Math.Min(found.Start.Length, Limits.ArchiveStartBytes)],
        });
        return null;
    }

    private void ReadAlone(OpenedInput open)
    {
        using (open) Guard(open.Name, () => Read([open], open.Stream, open.Stream.IsUnpacked));
    }

    private void ReadJoined(List<OpenedInput> parts)
    {
        // A stable order: parts with the same timestamp (a copy) stay as the user gave them.
        var ordered = parts.OrderBy(part => part.FirstStamp!.Value).ToList();
        var joined = new JoinedStream(ordered.ConvertAll(part => (Stream)part.Stream));
        Guard(ordered[0].Name, () => Read(ordered, joined, ordered.Exists(part => part.Stream.IsUnpacked)));
    }

    private bool Read(IReadOnlyList<OpenedInput> parts, Stream stream, bool unpacked)
    {
        var open = parts[0];
        var reader = open.Format.CreateReader();
        // A plain file is read ahead by the kernel: a thread would only add its hand-overs. Readers of binary formats may
        // stop early, and an input that was peeked at as a whole needs no thread.
        using var ahead = !unpacked || open.Format.Binary || stream is PeekedStream { IsRead: true } ? null : ReadAheadStream.Wrap(stream);
        var context = new ReadContext([.. parts.Select(part => part.Name)], open.PassedLines)
        {
            Memory = _memory,
            Times = parts.Count == 1 ? open.Stream.Times : null,
        };
        var read = reader.Read(new MemoryLimitedStream(ahead ?? stream, _memory), context);
        _memory.Settle();
        if (read.Count == 0)
        {
            var fault = reader.Fault is null ? InputFault.Empty : InputFault.Damaged;
            Leave(open.Name, $"looks like {open.Format.Name}, but {reader.Fault ?? "contains no collection"}", fault);
        }

        var content = ContentHash.Joined(parts.Select(part => part.Hash.Text()));
        _recordings.AddRange(read.Select(
            recording => recording with { Source = recording.Source with { ContentId = content, Session = open.Session } }));
        return true;
    }

    private void Leave(string name, string reason, InputFault fault) => _unread.Add(new UnreadInput(name, reason, fault));

    private T? Guard<T>(string name, Func<T> read)
    {
        try
        {
            return read();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Leave(name, SystemFault.Reason(exception), InputFault.CannotOpen);
            return default;
        }
    }
}

/// <summary>Reads several streams of text one after the other; a line end is put where a part lacks its last.</summary>
internal sealed class JoinedStream(IReadOnlyList<Stream> parts) : ForwardStream
{
    private int _part;
    private byte _last = (byte)'\n';

    public override int Read(Span<byte> buffer)
    {
        if (buffer.IsEmpty) return 0;
        for (; _part < parts.Count; _part++)
        {
            var read = parts[_part].Read(buffer);
            if (read > 0)
            {
                _last = buffer[read - 1];
                return read;
            }

            if (_last == '\n' || _part + 1 == parts.Count) continue;
            _last = buffer[0] = (byte)'\n';
            _part++;
            return 1;
        }

        return 0;
    }
}
