using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Unpause.Cli.Output;
using Unpause.Cli.Sessions;
using Unpause.Recorder.Rights;
using Unpause.Recordings;
using Unpause.Recordings.Readers;

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
            case FileQuestion.KeepOutput: Output(question).Keep(); break;
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
        using var input = GivenInput.Of(_inputs[number].Open());
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
