using System.Runtime.Versioning;
using Unpause.Cli.Output;
using Unpause.Cli.Rights;
using Unpause.Cli.Sessions;
using Unpause.Recorder.Rights;
using Unpause.Recordings.Readers;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Rights;

/// <summary>
/// An attacker may control the unprivileged reader through its input: it gets only what the user named, whatever it requests.
/// </summary>
[SupportedOSPlatform("linux")]
public sealed class PrivilegedFilesTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly DescriptorChannel _asks;
    private readonly Thread _answers;

    public PrivilegedFilesTests()
    {
        File.WriteAllText(_folder["named"], "named");
        File.WriteAllText(_folder["other"], "other");
        var (ours, theirs) = DescriptorChannel.Pair();
        _asks = theirs;
        Directory.CreateDirectory(_folder["below"]);
        foreach (var name in (string[])["beside.json", "beside.yaml", "below/stored.json.gz"]) File.WriteAllText(_folder[name], name);
        File.CreateSymbolicLink(_folder["link.json"], _folder["other"]);
        File.CreateSymbolicLink(_folder["away"], "/etc");
        var files = new PrivilegedFiles(
            [_folder["named"], _folder["absent"]], path => path == _folder["out"] ? OutputFile.Open(path, "-o") : null)
        {
            Beside = _folder["budgets.yaml"],
            Recorded = new string('ü', 40_000),
            RecordedInputs = [new RecordingInput("recorded", () => new MemoryStream("recorded"u8.ToArray()))],
        };
        _answers = new Thread(() =>
        {
            using (ours)
            using (files) files.Answer(ours);
        });
        _answers.Start();
    }

    public void Dispose()
    {
        _asks.Dispose();
        _answers.Join();
        _folder.Dispose();
    }

    [Fact]
    public void NamedInput_Request_IsGranted()
    {
        Assert.Equal((FileAnswer.Part, 1), Kind(Ask(FileQuestion.Expand, text: _folder["named"])));
        Assert.Equal(FileAnswer.Done, Kind(Receive()).Kind);
        Assert.Equal("named", Content(1));
        Assert.Equal("recorded", Content(0));
    }

    [Fact]
    public void UnnamedInput_Request_IsRefused()
    {
        foreach (var path in (string[])[_folder["other"], "/etc/shadow", _folder.Path, _folder["named"] + "/", "", "*"])
        {
            Assert.Equal(FileAnswer.Fault, Kind(Ask(FileQuestion.Expand, text: path)).Kind);
            Assert.Equal(FileAnswer.Fault, Kind(Ask(FileQuestion.OpenOutput, text: path)).Kind);
        }

        foreach (var number in (int[])[1, -1, int.MaxValue, int.MinValue])
        {
            Assert.Equal(FileAnswer.Fault, Kind(Ask(FileQuestion.Open, number)).Kind);
            Assert.Equal(FileAnswer.Fault, Kind(Ask(FileQuestion.BeginOutput, number)).Kind);
            Assert.Equal(FileAnswer.Fault, Kind(Ask(FileQuestion.KeepOutput, number)).Kind);
            Assert.Equal(FileAnswer.Fault, Kind(Ask(FileQuestion.CloseOutput, number)).Kind);
        }

        Assert.Equal(FileAnswer.Fault, Kind(Ask((FileQuestion)99)).Kind);
        Assert.Equal(FileAnswer.Mistake, Kind(Ask(FileQuestion.Expand, text: _folder["absent"])).Kind);
        Assert.Equal(
            ["beside.json", "beside.yaml", "link.json", "named", "other"],
            Directory.GetFiles(_folder.Path).Select(Path.GetFileName).Order(StringComparer.Ordinal));
    }

    /// <summary>A file of budgets names stored reports beside it; whoever asks gets those and nothing else that is there.</summary>
    [Fact]
    public void BudgetsBaseline_Request_GrantsStoredReportsOnly()
    {
        Assert.Equal((FileAnswer.Part, 1), Kind(Ask(FileQuestion.Expand, text: _folder["beside.json"])));
        Assert.Equal(FileAnswer.Done, Kind(Receive()).Kind);
        Assert.Equal("beside.json", Content(1));
        Assert.Equal((FileAnswer.Part, 2), Kind(Ask(FileQuestion.Expand, text: _folder["below/stored.json.gz"])));
        Assert.Equal(FileAnswer.Done, Kind(Receive()).Kind);
        foreach (var name in (string[])
            ["beside.yaml", "link.json", "below", "*.json", "away/machine-id", "away/a.json", "below/../other", "../a.json",
                "./beside.json", "below//stored.json.gz", "none.json"])
        {
            Assert.Equal(FileAnswer.Fault, Kind(Ask(FileQuestion.Expand, text: $"{_folder.Path}/{name}")).Kind);
        }
    }

    /// <summary>A link that takes the file's place after it was asked for is not followed.</summary>
    [Fact]
    public void NamedInput_ReplacedByALink_IsRefused()
    {
        Assert.Equal((FileAnswer.Part, 1), Kind(Ask(FileQuestion.Expand, text: _folder["beside.json"])));
        Assert.Equal(FileAnswer.Done, Kind(Receive()).Kind);
        File.Delete(_folder["beside.json"]);
        File.CreateSymbolicLink(_folder["beside.json"], _folder["other"]);
        Assert.Equal(FileAnswer.Fault, Kind(Ask(FileQuestion.Open, 1)).Kind);
    }

    [Fact]
    public void Output_Complete_AppearsAtOnce()
    {
        Assert.Equal((FileAnswer.Part, 0), Kind(Ask(FileQuestion.OpenOutput, text: _folder["out"])));
        Assert.Equal(FileAnswer.Done, Kind(Receive()).Kind);
        _asks.Send(new FileMessage((byte)FileQuestion.BeginOutput).Bytes());
        Assert.Equal(FileAnswer.Done, Kind(FileMessage.Read(_asks.Receive(out var file))!).Kind);
        using (var stream = new FileStream(file!, FileAccess.Write)) stream.Write("content"u8);
        Assert.False(File.Exists(_folder["out"]));
        var name = Ask(FileQuestion.KeepOutput);
        Assert.Equal((FileAnswer.Part, _folder["out"]), (Kind(name).Kind, name.Text));
        Assert.Equal(FileAnswer.Done, Kind(Receive()).Kind);
        Assert.Equal(FileAnswer.Done, Kind(Ask(FileQuestion.CloseOutput)).Kind);
        Assert.Equal("content", File.ReadAllText(_folder["out"]));
        Assert.Equal(FileAnswer.Fault, Kind(Ask(FileQuestion.KeepOutput)).Kind);
    }

    [Fact]
    public void LongMessage_Answer_IsSplit()
    {
        var text = Ask(FileQuestion.Recorded).Text;
        for (var part = Receive(); part.Kind == (byte)FileAnswer.Part; part = Receive()) text += part.Text;
        Assert.Equal(new string('ü', 40_000), text);
    }

    [Fact]
    public void PrivilegedFiles_UnknownRequest_EndsTheConnection()
    {
        _asks.Send([1, 2, 3]);
        Assert.True(_answers.Join(TimeSpan.FromSeconds(30)));
    }

    private static (FileAnswer Kind, int Number) Kind(FileMessage message) => ((FileAnswer)message.Kind, message.Number);

    private string Content(int number)
    {
        _asks.Send(new FileMessage((byte)FileQuestion.Open, number).Bytes());
        Assert.Equal((byte)FileAnswer.Done, FileMessage.Read(_asks.Receive(out var file))!.Kind);
        using var reader = new StreamReader(new FileStream(file!, FileAccess.Read, 1));
        return reader.ReadToEnd();
    }

    private FileMessage Ask(FileQuestion question, int number = 0, string text = "")
    {
        _asks.Send(new FileMessage((byte)question, number, Text: text).Bytes());
        return Receive();
    }

    private FileMessage Receive()
    {
        var message = FileMessage.Read(_asks.Receive(out var file))!;
        file?.Dispose();
        return message;
    }
}
