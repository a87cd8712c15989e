using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers.Archives;

namespace Unpause.Requests;

/// <summary>One reading of traces, access logs and load-test results of any known format into requests.</summary>
public sealed class RequestLoader
{
    private const string Sought = "requests";

    private readonly RequestOptions _options;
    private readonly MemoryLimit _memory;
    private readonly bool _keepOrigins;
    private readonly List<RequestSetBuilder> _builders = [];

    /// <summary>Prepares one reading.</summary>
    /// <param name="options">The user's options for the inputs.</param>
    public RequestLoader(RequestOptions options)
        : this(options, new MemoryLimit())
    {
    }

    /// <summary>Prepares one reading.</summary>
    /// <param name="options">The user's options for the inputs.</param>
    /// <param name="memory">The limit for the data of all inputs.</param>
    /// <param name="keepOrigins">Whether the position of each span in its input is kept.</param>
    public RequestLoader(RequestOptions options, MemoryLimit memory, bool keepOrigins = false) =>
        (_options, _memory, _keepOrigins) = (options, memory, keepOrigins);

    /// <summary>What was read so far: one builder for each format of spans, and one for each log.</summary>
    public IReadOnlyList<RequestSetBuilder> Builders => _builders;

    /// <summary>
    /// Reads every input. Nothing is thrown for an input's content or when it cannot be opened: see
    /// <see cref="LoadedRequests.Unread"/>. Traces of one format become one set, so that the parts of a trace meet;
    /// every log is a set of its own, so that two logs of the same requests can be distinguished. To be called once.
    /// </summary>
    /// <param name="inputs">The inputs in the user's order.</param>
    public LoadedRequests Load(IReadOnlyList<RecordingInput> inputs)
    {
        var unread = new List<UnreadInput>();
        foreach (var input in inputs)
        {
            if (_memory.IsFull) unread.Add(new UnreadInput(input.Name, _memory.Reason, InputFault.LeftOut));
            else unread.AddRange(ReadAny(input));
        }

        _builders.RemoveAll(builder => builder.Set.Files.Count == 0);
        return new LoadedRequests(_builders.ConvertAll(builder => builder.Finish().WithStamps(_options.Stamps)), unread);
    }

    /// <summary>Reads one input, which is no archive, into one of <see cref="Builders"/>.</summary>
    /// <returns>Why it gave nothing; null when it did.</returns>
    public UnreadInput? Read(RecordingInput input) => Read(input, (_, stream) => Read(stream, input.Name) is { } fault ? [fault] : [])
        .FirstOrDefault();

    private IReadOnlyList<UnreadInput> ReadAny(RecordingInput input, InputArchive? outer = null) => Read(
        input, (raw, stream) =>
        {
            if (outer is not null) stream = outer.Counted(stream);
            if (outer?.Refuse(input.Name, stream) is { } refused) return [refused];
            if (InputArchive.KindOf(stream) is { } kind) return ReadArchive(kind, input.Name, raw, stream, outer);
            return Read(stream, input.Name) is { } fault ? [fault] : [];
        });

    private static IReadOnlyList<UnreadInput> Read(RecordingInput input, Func<Stream, PeekedStream, IReadOnlyList<UnreadInput>> read)
    {
        string? packing = null;
        try
        {
            using var raw = input.Open();
            var stream = PeekedStream.Unpack(raw);
            packing = stream.Packing;
            return read(raw, stream);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return [new UnreadInput(input.Name, SystemFault.Reason(exception), InputFault.CannotOpen)];
        }
        catch (InvalidDataException exception)
        {
            return [new UnreadInput(input.Name, $"damaged {packing ?? "archive"} data: {exception.Message}", InputFault.Damaged)];
        }
    }

    /// <summary>Reads the requests of an archive; what has none is passed over.</summary>
    private List<UnreadInput> ReadArchive(string kind, string name, Stream raw, PeekedStream content, InputArchive? outer)
    {
        try
        {
            using var archive = InputArchive.Open(name, raw, content, outer);
            var unread = new List<UnreadInput>();
            var read = 0;
            foreach (var file in archive.Files)
            {
                if (_memory.IsFull)
                {
                    unread.Add(new UnreadInput(file.Name, _memory.Reason, InputFault.LeftOut));
                    continue;
                }

                var faults = ReadAny(file, archive);
                if (faults.Count == 0) read++;
                unread.AddRange(faults.Where(fault => fault.Fault is not (InputFault.UnknownFormat or InputFault.Empty)));
            }

            if (archive.Fault is { } damage)
                unread.Add(new UnreadInput(name, $"only a part of the {kind} archive was read: {damage}", InputFault.Damaged));
            else if (read == 0 && unread.Count == 0)
                unread.Add(new UnreadInput(name, $"a {kind} archive without requests", InputFault.UnknownFormat));
            return unread;
        }
        catch (InvalidDataException exception)
        {
            return [new UnreadInput(name, $"damaged {kind} archive: {exception.Message}", InputFault.Damaged)];
        }
    }

    private UnreadInput? Read(PeekedStream stream, string name)
    {
        if (InputArchive.Describe(stream) is { } why) return new UnreadInput(name, why, InputFault.UnknownFormat);
        var found = FormatSearch.Run(
            stream, block => RequestFormats.AtStart(block, _options), block => RequestFormats.Inside(block, _options));
        if (found.Format is not { } format)
        {
            var fault = found.Empty ? InputFault.Empty : InputFault.UnknownFormat;
            return found.Start.Length > 0 && RuntimeTable.Default.DetectAtStart(found.Start) is { } recording
                ? new UnreadInput(name, $"a recording ({recording.Name}), not requests: pass it without --requests", fault)
                : new UnreadInput(name, WithRemedy(found.Describe(Sought)), fault);
        }

        if (format.CreateReader is null) return new UnreadInput(name, format.Refusal!, InputFault.UnknownFormat);
        var builder = BuilderFor(format.Name);
        var before = builder.Set.Spans.Count + builder.Set.Requests.Count;
        builder.BeginFile(name);
        if (builder.Origins is { } origins) origins.Before = found.PassedBytes;
        format.CreateReader(builder, _options).Read(new MemoryLimitedStream(stream, _memory), found.PassedLines);
        if (builder.Question is { } question)
        {
            builder.DropFile();
            return new UnreadInput(name, question, InputFault.UnknownFormat);
        }

        if (builder.Set.Spans.Count + builder.Set.Requests.Count > before) return null;
        builder.DropFile();
        return Nothing(name, format.Name, builder.Coverage);
    }

    /// <summary>Where only no known format was recognised, the user can name it.</summary>
    private static string WithRemedy(string reason) => reason.StartsWith($"no {Sought}", StringComparison.Ordinal)
        ? $"{reason}; if its lines are requests, give their layout with --log-format (docs/request-formats.md)"
        : reason;

    private RequestSetBuilder BuilderFor(string format)
    {
        if (SpanFormats.Contains(format) && _builders.Find(builder => builder.Set.Format == format) is { } known) return known;
        var begun = new RequestSetBuilder(format, _keepOrigins);
        _builders.Add(begun);
        _memory.Watch(() => begun.MemoryBytes);
        return begun;
    }

    /// <summary>The format of requests that an input begins with; null for none that is read.</summary>
    /// <param name="start">The input's first bytes, unpacked.</param>
    public static string? FormatOf(ReadOnlySpan<byte> start) =>
        RequestFormats.AtStart(start, RequestOptions.Default) is { CreateReader: not null } format ? format.Name : null;

    private static UnreadInput Nothing(string name, string format, CoverageBuilder coverage)
    {
        var sought = SpanFormats.Contains(format) ? "span" : "request";
        var damage = coverage.Notes.FirstOrDefault(note => note.Unreadable);
        return damage is null
            ? new UnreadInput(name, $"looks like {format}, but contains no {sought}", InputFault.Empty)
            : new UnreadInput(name, $"looks like {format}, but no {sought} can be read: {damage.Text}", InputFault.Damaged);
    }
}

/// <summary>What came of reading request files.</summary>
/// <param name="Sets">One for each format found, in the order in which the formats were met.</param>
/// <param name="Unread">Inputs that gave no request and no span, with the reason.</param>
public sealed record LoadedRequests(IReadOnlyList<RequestSet> Sets, IReadOnlyList<UnreadInput> Unread);
