using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Rights;

namespace Unpause.Cli.Rights;

/// <summary>Files of the unprivileged reader, requested from the privileged process (<see cref="PrivilegedFiles"/>).</summary>
[SupportedOSPlatform("linux")]
internal sealed class GrantedFiles
{
    private const int BufferBytes = 64 * 1024;

    private readonly DescriptorChannel _channel;

    private GrantedFiles(DescriptorChannel channel) => _channel = channel;

    /// <summary>Set in such a process; null in every other.</summary>
    public static GrantedFiles? Current { get; private set; }

    /// <summary>For a command that has other messages than those about files.</summary>
    public DescriptorChannel Channel => _channel;

    /// <summary>Gives up root's rights where this process was started for that.</summary>
    public static void Begin()
    {
        if (ReadingProcess.Begin() is { } channel) Current = new GrantedFiles(channel);
    }

    /// <summary>The inputs that a path names.</summary>
    /// <exception cref="UserMistake">None.</exception>
    public IEnumerable<ExpandedInput> Expand(string path) =>
        [.. Ask(FileQuestion.Expand, text: path).Select(part => new ExpandedInput(Input(part.Number, part.Text), part.Flag))];

    /// <summary>An input by its number.</summary>
    public RecordingInput Input(int number, string name) =>
        new(name, () => new FileStream(File(FileQuestion.Open, number), FileAccess.Read, 1));

    /// <summary>What was recorded, as JSON.</summary>
    public string Recorded()
    {
        var text = new StringBuilder();
        foreach (var part in Ask(FileQuestion.Recorded)) text.Append(part.Text);
        return text.ToString();
    }

    /// <summary>Looks whether an output can be written.</summary>
    /// <returns>Its number.</returns>
    /// <exception cref="UserMistake">It can't.</exception>
    public int OpenOutput(string path) => Ask(FileQuestion.OpenOutput, text: path)[0].Number;

    /// <summary>A file to write an output to.</summary>
    public FileStream BeginOutput(int number)
    {
        var file = File(FileQuestion.BeginOutput, number);
        // A pipe's reader gets the data at once, and may be gone at the next write.
        return new FileStream(file, FileAccess.Write, FileStatus.Read(file) is { Kind: FileKind.Regular } ? BufferBytes : 0);
    }

    /// <summary>What was written takes the output's place.</summary>
    /// <returns>Where it is, and where the old content is if it was kept.</returns>
    public (string New, string? Old) KeepOutput(int number)
    {
        var names = Ask(FileQuestion.KeepOutput, number);
        return (names[0].Text, names.Count > 1 ? names[1].Text : null);
    }

    /// <summary>The output is done with.</summary>
    public void CloseOutput(int number) => Ask(FileQuestion.CloseOutput, number);

    private SafeFileHandle File(FileQuestion question, int number)
    {
        Send(question, number, "");
        var answer = Receive(out var file);
        if (file is not null && answer.Kind == (byte)FileAnswer.Done) return file;
        file?.Dispose();
        throw Refusal(answer);
    }

    private List<FileMessage> Ask(FileQuestion question, int number = 0, string text = "")
    {
        Send(question, number, text);
        var parts = new List<FileMessage>();
        while (true)
        {
            var answer = Receive(out var file);
            file?.Dispose();
            if (answer.Kind == (byte)FileAnswer.Part) parts.Add(answer);
            else return answer.Kind == (byte)FileAnswer.Done ? parts : throw Refusal(answer);
        }
    }

    private void Send(FileQuestion question, int number, string text) =>
        _channel.Send(new FileMessage((byte)question, number, Text: text).Bytes());

    private FileMessage Receive(out SafeFileHandle? file) =>
        FileMessage.Read(_channel.Receive(out file)) ?? throw new IOException("the privileged process of unpause has ended");

    private static Exception Refusal(FileMessage answer) => (FileAnswer)answer.Kind switch
    {
        FileAnswer.Mistake => new UserMistake(answer.Text),
        FileAnswer.Failure => new OutputFailure(answer.Text),
        _ => new IOException(answer.Text),
    };
}

/// <summary>
/// An output of the unprivileged reader: it writes to an open file that it received; the privileged process does the rest.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class GrantedOutputFile : OutputFile
{
    private readonly GrantedFiles _files;
    private readonly string _path;
    private readonly int _number;
    private GuardedStream? _stream;
    private bool _closed;

    /// <summary>Asks whether it can be written.</summary>
    /// <exception cref="UserMistake">It can't.</exception>
    public GrantedOutputFile(GrantedFiles files, string path) => (_files, _path, _number) = (files, path, files.OpenOutput(path));

    /// <inheritdoc/>
    public override Stream Stream => _stream ??= Begin();

    /// <inheritdoc/>
    public override SafeFileHandle Handle => throw new IOException("the file belongs to the privileged process");

    /// <inheritdoc/>
    public override void Keep()
    {
        Stream.Flush();
        (KeptAs, OldKeptAs) = _files.KeepOutput(_number);
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        if (_closed) return;
        _closed = true;
        try
        {
            _stream?.Dispose();
        }
        catch (OutputFailure)
        {
            // The writer has already reported the failure.
        }

        _files.CloseOutput(_number);
    }

    private GuardedStream Begin()
    {
        UnfinishedFile.OutliveLargeWrites();
        var file = _files.BeginOutput(_number);
        return new GuardedStream(_path, () => file);
    }
}
