using System.IO.Pipes;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Unpause.Recorder.Rights;

namespace Unpause.Cli.Rights;

/// <summary>
/// Opens the files of the command line for the unprivileged reader (<see cref="GrantedFiles"/>). The reader gets open files that the
/// user named or that were recorded, and nothing else: an attacker may control it by then.
/// </summary>
/// <param name="inputs">Paths that the user named to be read: files, folders, globs.</param>
/// <param name="openOutput">Opens an output; null when it is none that the user named.</param>
[SupportedOSPlatform("linux")]
internal sealed class PrivilegedFiles(IEnumerable<string> inputs, Func<string, OutputFile?> openOutput) : IDisposable
{
    private readonly HashSet<string> _named = [.. inputs];
    private readonly List<RecordingInput> _inputs = [];
    private readonly List<OutputFile?> _outputs = [];

    /// <summary>What was recorded, as JSON; null for nothing.</summary>
    public string? Recorded { get; init; }

    /// <summary>A file of budgets, which may name stored reports in its folder and below; null for none.</summary>
    public string? Beside { get; init; }

    /// <summary>Inputs that were recorded: their numbers are their places.</summary>
    public IReadOnlyList<RecordingInput> RecordedInputs { init => _inputs.AddRange(value); }

    /// <summary>Answers until the other process is gone.</summary>
    public void Answer(DescriptorChannel channel)
    {
        while (true)
        {
            var bytes = channel.Receive(out var sent);
            sent?.Dispose();
            if (FileMessage.Read(bytes) is not { } question) return;
            try
            {
                Answer(question, channel);
            }
            catch (UserMistake mistake)
            {
                Say(channel, FileAnswer.Mistake, mistake.Message);
            }
            catch (OutputFailure failure)
            {
                Say(channel, FileAnswer.Failure, failure.Message);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                Say(channel, FileAnswer.Fault, SystemFault.Reason(exception));
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var output in _outputs) output?.Dispose();
    }

    private void Answer(FileMessage question, DescriptorChannel channel)
    {
        switch ((FileQuestion)question.Kind)
        {
            case FileQuestion.Expand: Expand(question.Text, channel); break;
            case FileQuestion.Open: Open(question.Number, channel); return;
            case FileQuestion.OpenOutput: OpenOutput(question.Text, channel); break;
            case FileQuestion.BeginOutput: Give(Output(question).Handle, channel); return;
            case FileQuestion.KeepOutput: Keep(Output(question), channel); break;
            case FileQuestion.CloseOutput: Close(question); break;
            case FileQuestion.Recorded: SayRecorded(channel); break;
            default: throw new IOException("unknown request");
        }

        Say(channel, FileAnswer.Done);
    }

    private void Expand(string path, DescriptorChannel channel)
    {
        if (Beside is { } budgets && !_named.Contains(path) && BesideInput.Named(budgets, path) is { } input)
        {
            Part(channel, _inputs.Count, false, input.Name);
            _inputs.Add(input);
            return;
        }

        if (!_named.Contains(path)) throw new IOException($"{path} was not named");
        foreach (var (expanded, found) in InputExpansion.Expand([path]))
        {
            Part(channel, _inputs.Count, found, expanded.Name);
            _inputs.Add(expanded);
        }
    }

    private void Open(int number, DescriptorChannel channel)
    {
        if (number < 0 || number >= _inputs.Count) throw new IOException("no such input");
        using var input = GivenInput.From(_inputs[number].Open());
        Give(input.Handle, channel);
    }

    private void OpenOutput(string path, DescriptorChannel channel)
    {
        _outputs.Add(openOutput(path) ?? throw new IOException($"{path} was not named"));
        Part(channel, _outputs.Count - 1, false, "");
    }

    private OutputFile Output(FileMessage question) =>
        (question.Number >= 0 && question.Number < _outputs.Count ? _outputs[question.Number] : null)
        ?? throw new IOException("no such output");

    private static void Keep(OutputFile output, DescriptorChannel channel)
    {
        output.Keep();
        Part(channel, 0, false, output.KeptAs);
        if (output.OldKeptAs is { } old) Part(channel, 0, false, old);
    }

    private void Close(FileMessage question)
    {
        Output(question).Dispose();
        _outputs[question.Number] = null;
    }

    private void SayRecorded(DescriptorChannel channel)
    {
        var text = Recorded ?? "";
        for (var at = 0; at < text.Length;)
        {
            var length = Math.Min(FileMessage.MostChars, text.Length - at);
            // A surrogate pair stays together.
            if (length > 1 && at + length < text.Length && char.IsHighSurrogate(text[at + length - 1])) length--;
            Part(channel, 0, false, text.Substring(at, length));
            at += length;
        }
    }

    private static void Give(SafeHandle file, DescriptorChannel channel) =>
        channel.Send(new FileMessage((byte)FileAnswer.Done).Bytes(), file);

    private static void Part(DescriptorChannel channel, int number, bool flag, string text) =>
        channel.Send(new FileMessage((byte)FileAnswer.Part, number, flag, text).Bytes());

    private static void Say(DescriptorChannel channel, FileAnswer answer, string text = "") =>
        channel.Send(new FileMessage((byte)answer, Text: text).Bytes());
}

/// <summary>The kinds of answers to a <see cref="FileQuestion"/>.</summary>
internal enum FileAnswer : byte
{
    /// <summary>Yes; that is all.</summary>
    Done = 1,

    /// <summary>A part; more follows.</summary>
    Part,

    /// <summary>A <see cref="UserMistake"/>.</summary>
    Mistake,

    /// <summary>An <see cref="IOException"/>.</summary>
    Fault,

    /// <summary>An <see cref="OutputFailure"/>.</summary>
    Failure,
}

/// <summary>The requests of the unprivileged reader to the privileged process.</summary>
internal enum FileQuestion : byte
{
    /// <summary>Expands an input that the user named into files, with a number each.</summary>
    Expand = 1,

    /// <summary>The bytes of an input, by its number.</summary>
    Open,

    /// <summary>Whether an output can be written; it has a number from then on.</summary>
    OpenOutput,

    /// <summary>A file to write an output to.</summary>
    BeginOutput,

    /// <summary>That takes the output's place.</summary>
    KeepOutput,

    /// <summary>The output is done with.</summary>
    CloseOutput,

    /// <summary>What was recorded.</summary>
    Recorded,
}

/// <summary>A question or an answer between the two processes of a reading.</summary>
/// <param name="Kind">A <see cref="FileQuestion"/> or a <see cref="FileAnswer"/>.</param>
/// <param name="Number">Of the input or output.</param>
/// <param name="Flag">A boolean, by kind.</param>
/// <param name="Text">A path, a name or a sentence.</param>
[SupportedOSPlatform("linux")]
internal sealed record FileMessage(byte Kind, int Number = 0, bool Flag = false, string Text = "")
{
    private const int Head = 6;

    /// <summary>The most characters that surely fit: each has at most three bytes of UTF-8.</summary>
    public const int MostChars = (DescriptorChannel.MostBytes - Head) / 3;

    /// <summary>Reads one; null when it is none.</summary>
    public static FileMessage? Read(ReadOnlySpan<byte> bytes) => bytes.Length < Head
        ? null
        : new FileMessage(bytes[0], BitConverter.ToInt32(bytes[1..]), bytes[5] != 0, Encoding.UTF8.GetString(bytes[Head..]));

    /// <summary>Its bytes. What is too long is cut.</summary>
    public byte[] Bytes() =>
    [
        Kind, .. BitConverter.GetBytes(Number), (byte)(Flag ? 1 : 0),
        .. Encoding.UTF8.GetBytes(Text.Length > MostChars ? Text[..MostChars] : Text),
    ];
}

/// <summary>An input as an open file that another process can read: its own, or a pipe where it is none.</summary>
internal sealed class GivenInput : IDisposable
{
    private readonly IDisposable _opened;

    private GivenInput(SafeHandle handle, IDisposable opened) => (Handle, _opened) = (handle, opened);

    /// <summary>What to send.</summary>
    public SafeHandle Handle { get; }

    /// <summary>Takes an input that was opened and not yet read.</summary>
    public static GivenInput From(Stream stream)
    {
        if (stream is FileStream file) return new GivenInput(file.SafeFileHandle, file);
        var pipe = new AnonymousPipeServerStream(PipeDirection.Out, HandleInheritability.None);
        var given = new GivenInput(pipe.ClientSafePipeHandle, pipe.ClientSafePipeHandle);
        new Thread(() => Copy(stream, pipe)) { IsBackground = true, Name = "give an input" }.Start();
        return given;
    }

    /// <inheritdoc/>
    public void Dispose() => _opened.Dispose();

    private static void Copy(Stream from, AnonymousPipeServerStream to)
    {
        try
        {
            using (to)
            using (from) from.CopyTo(to);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            // The reader has read enough, or it sees the early end of the input.
        }
    }
}
