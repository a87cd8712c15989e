using Unpause.Recordings;

namespace Unpause.Readers;

/// <summary>Reads inputs of any known format into recordings.</summary>
public static class RecordingLoader
{
    /// <summary>Reads every input. Nothing is thrown for what an input holds or when it cannot be opened: see <see cref="LoadedRecordings.Unread"/>.</summary>
    /// <param name="inputs">The inputs in the user's order; parts of one rotated log are joined.</param>
    public static LoadedRecordings Load(IReadOnlyList<RecordingInput> inputs)
    {
        var recordings = new List<Recording>();
        var unread = new List<UnreadInput>();
        foreach (var input in inputs)
        {
            try
            {
                using var stream = input.Open();
                Load(stream, input.Name, recordings, unread);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                unread.Add(new UnreadInput(input.Name, exception.Message, InputFault.CannotOpen));
            }
        }

        return new LoadedRecordings(recordings, unread);
    }

    private static void Load(Stream raw, string name, List<Recording> recordings, List<UnreadInput> unread)
    {
        var peeked = new PeekedStream(raw);
        if (peeked.Peek(2) is [0x1f, 0x8b])
        {
            peeked = new PeekedStream(new GzipInput(peeked));
        }

        FormatSearch.Result found;
        try
        {
            found = FormatSearch.Run(peeked);
        }
        catch (InvalidDataException exception)
        {
            unread.Add(new UnreadInput(name, $"damaged gzip data: {exception.Message}", InputFault.Damaged));
            return;
        }

        if (found.Format is null)
        {
            unread.Add(new UnreadInput(name, found.Describe(), found.Empty ? InputFault.Empty : InputFault.UnknownFormat));
            return;
        }

        var reader = found.Format.CreateReader();
        var read = reader.Read(peeked, new ReadContext([name], found.PassedLines));
        if (read.Count == 0)
        {
            var fault = reader.Fault is null ? InputFault.Empty : InputFault.Damaged;
            unread.Add(new UnreadInput(name, $"looks like {found.Format.Name}, but {reader.Fault ?? "holds no collection"}", fault));
        }

        recordings.AddRange(read);
    }
}
