namespace Unpause.Recordings.Readers;

/// <summary>Reads inputs of any known format into recordings.</summary>
public static class RecordingLoader
{
    /// <summary>
    /// Reads every input. Nothing is thrown for an input's content or when it cannot be opened: see <see cref="LoadedRecordings.Unread"/>.
    /// </summary>
    /// <param name="inputs">The inputs in the user's order; parts of one rotated log are joined, and so
    /// are a JVM's log and flight recording.</param>
    public static LoadedRecordings Load(IReadOnlyList<RecordingInput> inputs) => Load(inputs, RuntimeTable.Default);

    /// <inheritdoc cref="Load(IReadOnlyList{RecordingInput})"/>
    /// <param name="inputs">The inputs in the user's order.</param>
    /// <param name="runtimes">The runtimes whose recordings are read.</param>
    public static LoadedRecordings Load(IReadOnlyList<RecordingInput> inputs, RuntimeTable runtimes) =>
        Load(inputs, runtimes, new HeldMemory());

    /// <inheritdoc cref="Load(IReadOnlyList{RecordingInput}, RuntimeTable)"/>
    /// <param name="inputs">The inputs in the user's order.</param>
    /// <param name="runtimes">The runtimes whose recordings are read.</param>
    /// <param name="held">How much may be kept.</param>
    internal static LoadedRecordings Load(IReadOnlyList<RecordingInput> inputs, RuntimeTable runtimes, HeldMemory held)
    {
        var recordings = new List<Recording>();
        var unread = new List<UnreadInput>();
        var companions = runtimes.NewCompanions();
        foreach (var series in RotatedSeries.Group(inputs)) Load(series, runtimes, companions, held, recordings, unread, packed: false);
        var joined = runtimes.Join(recordings);
        // An input whose processes are all unknown leaves nothing.
        foreach (var file in recordings.Except(joined).Where(Perf.CpuJoin.IsOfSamples).SelectMany(lost => lost.Source.Files).Distinct())
        {
            if (joined.All(recording => !recording.Source.Files.Contains(file)))
                unread.Add(new UnreadInput(file, $"CPU samples, but {Perf.CpuRecordings.NoRuntime}", InputFault.Empty));
        }

        foreach (var files in companions)
        {
            var reported = files.Join(joined);
            joined = reported.Recordings;
            unread.AddRange(reported.Unread);
        }

        return new LoadedRecordings(joined, unread);
    }

    /// <summary>Reads a zip archive's content; files of one rotated log are joined, what is no recording is skipped.</summary>
    private static void LoadArchive(
        string name,
        Stream raw,
        RuntimeTable runtimes,
        IReadOnlyList<ICompanionFiles> companions,
        HeldMemory held,
        List<Recording> recordings,
        List<UnreadInput> unread)
    {
        try
        {
            using var archive = ZipInput.Open(raw);
            var before = recordings.Count;
            var left = new List<UnreadInput>();
            foreach (var series in RotatedSeries.Group(archive.Files(name)))
                Load(series, runtimes, companions, held, recordings, left, packed: true);
            var reported = left.Where(input => input.Fault is not (InputFault.UnknownFormat or InputFault.Empty)).ToList();
            unread.AddRange(reported);
            if (recordings.Count > before || reported.Count > 0) return;
            unread.Add(new UnreadInput(name, "a zip archive without a recording", InputFault.UnknownFormat));
        }
        catch (InvalidDataException exception)
        {
            unread.Add(new UnreadInput(name, $"damaged zip archive: {exception.Message}", InputFault.Damaged));
        }
    }

    private static void Load(
        IReadOnlyList<RecordingInput> series,
        RuntimeTable runtimes,
        IReadOnlyList<ICompanionFiles> companions,
        HeldMemory held,
        List<Recording> recordings,
        List<UnreadInput> unread,
        bool packed)
    {
        var opened = new List<OpenedInput>();
        try
        {
            foreach (var input in series)
            {
                if (held.IsFull)
                {
                    unread.Add(new UnreadInput(input.Name, held.Reason, InputFault.LeftOut));
                    continue;
                }

                if (Guard(input.Name, unread, () => Open(input, runtimes, companions, held, recordings, unread, packed)) is not { } found)
                    continue;
                var open = found with { Session = input.Session };
                // One part at a time stays open, unless it can be joined with others.
                if (series.Count > 1 && open.FirstStamp is not null) opened.Add(open);
                else ReadAlone(open, held, recordings, unread);
            }

            // A part with wall time alone and one with the time since the start would be taken for two processes.
            foreach (var joined in opened.GroupBy(part => (part.Format.Name, part.FirstStamp!.Value.UptimeNanoseconds is null)))
                ReadJoined([.. joined], held, recordings, unread);
        }
        finally
        {
            foreach (var open in opened) open.Dispose();
        }
    }

    private static OpenedInput? Open(
        RecordingInput input,
        RuntimeTable runtimes,
        IReadOnlyList<ICompanionFiles> companions,
        HeldMemory held,
        List<Recording> recordings,
        List<UnreadInput> unread,
        bool packed)
    {
        var raw = input.Open();
        var hash = new ContentHash();
        var peeked = PeekedStream.Unpack(raw, hash);
        OpenedInput? open = null;
        // An archive in an archive is no recording.
        if (!packed && !peeked.IsUnpacked && ZipInput.Is(peeked.Peek(4)))
            LoadArchive(input.Name, raw, runtimes, companions, held, recordings, unread);
        else open = Recognise(input.Name, raw, peeked, hash, runtimes, companions, unread);
        if (open is null) raw.Dispose();
        return open;
    }

    private static OpenedInput? Recognise(
        string name,
        Stream raw,
        PeekedStream peeked,
        ContentHash hash,
        RuntimeTable runtimes,
        IReadOnlyList<ICompanionFiles> companions,
        List<UnreadInput> unread)
    {
        FormatSearch.Result<RecordingFormat> found;
        try
        {
            if (companions.Any(files => files.TryTake(name, peeked))) return null;
            if (OtherFiles.Certain(peeked.Peek(Limits.DetectionBytes)) is { } other)
            {
                unread.Add(new UnreadInput(name, other, InputFault.UnknownFormat));
                return null;
            }

            peeked = PeekedStream.AsLines(peeked);
            found = FormatSearch.Run(peeked, runtimes.DetectAtStart, runtimes.DetectInside);
        }
        catch (InvalidDataException exception)
        {
            unread.Add(new UnreadInput(name, $"damaged gzip data: {exception.Message}", InputFault.Damaged));
            return null;
        }

        if (found.Format is { } format) return new OpenedInput(name, peeked, raw, format, found.PassedLines, hash);
        unread.Add(new UnreadInput(name, found.Describe("collector lines"), found.Empty ? InputFault.Empty : InputFault.UnknownFormat)
        {
            Start = found.Start,
        });
        return null;
    }

    private static void ReadAlone(OpenedInput open, HeldMemory held, List<Recording> recordings, List<UnreadInput> unread)
    {
        using (open) Guard(open.Name, unread, () => Read([open], open.Stream, open.Stream.IsUnpacked, held, recordings, unread));
    }

    private static void ReadJoined(List<OpenedInput> parts, HeldMemory held, List<Recording> recordings, List<UnreadInput> unread)
    {
        // A stable order: parts with the same timestamp (a copy) stay as the user gave them.
        var ordered = parts.OrderBy(part => part.FirstStamp!.Value).ToList();
        var first = ordered[0];
        var joined = new JoinedStream(ordered.ConvertAll(part => (Stream)part.Stream));
        Guard(first.Name, unread, () => Read(ordered, joined, ordered.Exists(part => part.Stream.IsUnpacked), held, recordings, unread));
    }

    private static bool Read(
        IReadOnlyList<OpenedInput> parts,
        Stream stream,
        bool unpacked,
        HeldMemory held,
        List<Recording> recordings,
        List<UnreadInput> unread)
    {
        var open = parts[0];
        var reader = open.Format.CreateReader();
        // A plain file is read ahead by the kernel: a thread would only add its hand-overs. Readers of binary formats may
        // stop early, and an input that was peeked at as a whole needs no thread.
        using var ahead = !unpacked || open.Format.Binary || stream is PeekedStream { IsRead: true } ? null : ReadAheadStream.Wrap(stream);
        var context = new ReadContext([.. parts.Select(part => part.Name)], open.PassedLines)
        {
            Held = held,
            Times = parts.Count == 1 ? open.Stream.Times : null,
        };
        var read = reader.Read(new HeldStream(ahead ?? stream, held), context);
        held.Settle();
        if (read.Count == 0)
        {
            var fault = reader.Fault is null ? InputFault.Empty : InputFault.Damaged;
            unread.Add(new UnreadInput(open.Name, $"looks like {open.Format.Name}, but {reader.Fault ?? "contains no collection"}", fault));
        }

        var content = ContentHash.Joined(parts.Select(part => part.Hash.Text()));
        recordings.AddRange(read.Select(
            recording => recording with { Source = recording.Source with { ContentId = content, Session = open.Session } }));
        return true;
    }

    private static T? Guard<T>(string name, List<UnreadInput> unread, Func<T> read)
    {
        try
        {
            return read();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            unread.Add(new UnreadInput(name, SystemFault.Reason(exception), InputFault.CannotOpen));
            return default;
        }
    }
}

/// <summary>What came of reading inputs.</summary>
/// <param name="Recordings">One for each process found, in the order of the inputs.</param>
/// <param name="Unread">Inputs that gave no recording, with the reason.</param>
public sealed record LoadedRecordings(IReadOnlyList<Recording> Recordings, IReadOnlyList<UnreadInput> Unread);

/// <summary>An input that gave no recording.</summary>
/// <param name="Name">As the user gave it.</param>
/// <param name="Reason">What is wrong with it, as a phrase.</param>
/// <param name="Fault">The kind of fault.</param>
public sealed record UnreadInput(string Name, string Reason, InputFault Fault)
{
    /// <summary>
    /// The first bytes of an input of an unknown format, from which others may find out what it is; empty for all others.
    /// </summary>
    public ReadOnlyMemory<byte> Start { get; init; }
}
