namespace Unpause.Requests;

/// <summary>Reads traces, access logs and load-test results of any known format into requests.</summary>
public static class RequestLoader
{
    /// <summary>
    /// Reads every input. Nothing is thrown for an input's content or when it cannot be opened: see
    /// <see cref="LoadedRequests.Unread"/>. Traces of one format become one set, so that the parts of a trace meet;
    /// every log is a set of its own, so that two logs of the same requests can be distinguished.
    /// </summary>
    /// <param name="inputs">The inputs in the user's order.</param>
    /// <param name="options">The user's options for them.</param>
    public static LoadedRequests Load(IReadOnlyList<RecordingInput> inputs, RequestOptions options) =>
        Load(inputs, options, new HeldMemory());

    /// <inheritdoc cref="Load(IReadOnlyList{RecordingInput}, RequestOptions)"/>
    /// <param name="inputs">The inputs in the user's order.</param>
    /// <param name="options">The user's options for them.</param>
    /// <param name="held">How much may be kept.</param>
    internal static LoadedRequests Load(IReadOnlyList<RecordingInput> inputs, RequestOptions options, HeldMemory held)
    {
        var builders = new List<RequestSetBuilder>();
        var unread = new List<UnreadInput>();
        foreach (var input in inputs)
        {
            if (held.IsFull) unread.Add(new UnreadInput(input.Name, held.Reason, InputFault.LeftOut));
            else if (Load(input, options, format => BuilderFor(format, builders, held), held) is { } fault) unread.Add(fault);
        }

        builders.RemoveAll(builder => builder.Set.Files.Count == 0);
        return new LoadedRequests(builders.ConvertAll(builder => builder.Finish().WithStamps(options.Stamps)), unread);
    }

    /// <summary>Reads one input into the builder that is chosen for its format.</summary>
    /// <returns>Why it gave nothing; null when it did.</returns>
    internal static UnreadInput? Load(RecordingInput input, RequestOptions options, Func<string, RequestSetBuilder> builderFor)
    {
        var held = new HeldMemory();
        return Load(input, options, Watched, held);

        RequestSetBuilder Watched(string format)
        {
            var builder = builderFor(format);
            held.Watch(() => builder.HeldBytes);
            return builder;
        }
    }

    private static UnreadInput? Load(
        RecordingInput input, RequestOptions options, Func<string, RequestSetBuilder> builderFor, HeldMemory held)
    {
        try
        {
            using var stream = input.Open();
            return Load(stream, input.Name, options, builderFor, held);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return new UnreadInput(input.Name, SystemFault.Reason(exception), InputFault.CannotOpen);
        }
        catch (InvalidDataException exception)
        {
            return new UnreadInput(input.Name, $"damaged gzip data: {exception.Message}", InputFault.Damaged);
        }
    }

    private static RequestSetBuilder BuilderFor(string format, List<RequestSetBuilder> builders, HeldMemory held)
    {
        if (SpanFormats.Contains(format) && builders.Find(builder => builder.Set.Format == format) is { } known) return known;
        var begun = new RequestSetBuilder(format);
        builders.Add(begun);
        held.Watch(() => begun.HeldBytes);
        return begun;
    }

    private static UnreadInput? Load(
        Stream raw, string name, RequestOptions options, Func<string, RequestSetBuilder> builderFor, HeldMemory held)
    {
        var stream = PeekedStream.Unpack(raw);
        var found = FormatSearch.Run(
            stream, block => RequestFormats.AtStart(block, options), block => RequestFormats.Inside(block, options));
        if (found.Format is not { } format)
        {
            var fault = found.Empty ? InputFault.Empty : InputFault.UnknownFormat;
            return found.Start.Length > 0 && RuntimeTable.Default.DetectAtStart(found.Start) is { } recording
                ? new UnreadInput(name, $"a recording ({recording.Name}), not requests: pass it without --requests", fault)
                : new UnreadInput(name, found.Describe("requests"), fault);
        }

        if (format.CreateReader is null) return new UnreadInput(name, format.Refusal!, InputFault.UnknownFormat);
        var builder = builderFor(format.Name);
        var before = builder.Set.Spans.Count + builder.Set.Requests.Count;
        builder.BeginFile(name);
        if (builder.Origins is { } origins) origins.Before = found.PassedBytes;
        format.CreateReader(builder, options).Read(new HeldStream(stream, held), found.PassedLines);
        if (builder.Question is { } question)
        {
            builder.DropFile();
            return new UnreadInput(name, question, InputFault.UnknownFormat);
        }

        if (builder.Set.Spans.Count + builder.Set.Requests.Count > before) return null;
        builder.DropFile();
        return Nothing(name, format.Name, builder.Coverage);
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
