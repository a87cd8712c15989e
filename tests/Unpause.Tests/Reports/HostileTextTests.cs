using System.Text;
using Spectre.Console;
using Unpause.Recordings;
using Unpause.Recordings.Allocations;
using Unpause.Reports;

namespace Unpause.Tests.Reports;

public class HostileTextTests
{
    private const string Hostile = "\u001b]0;owned\u0007[red]x[/] <script>alert(1)</script> | `a` \u202Egnp.exe\uFFFF\uFFFE\r\nnext";

    [Fact]
    public void Terminal_HostileRecording_HasNoEscapes()
    {
        using var text = new StringWriter();
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.No,
            ColorSystem = ColorSystemSupport.NoColors,
            Out = new AnsiConsoleOutput(text)
        });
        new TerminalReportWriter(verbose: true).Write(Report.Create([HostileRecording()]), console);
        Assert.DoesNotContain('\u001b', text.ToString());
        Assert.DoesNotContain('\u202E', text.ToString());
        Assert.Contains("[red]x[/]", text.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Markdown_HostileRecording_HasNoMarkup()
    {
        using var stream = new MemoryStream();
        new MarkdownReportWriter().Write(Report.Create([HostileRecording()]), stream);
        var text = Encoding.UTF8.GetString(stream.ToArray());
        Assert.DoesNotContain("<script>", text, StringComparison.Ordinal);
        Assert.DoesNotContain("\u001b", text, StringComparison.Ordinal);
        var row = text.Split('\n').Single(line => line.StartsWith("| allocation", StringComparison.Ordinal));
        Assert.Equal(4, row.Replace("\\|", "", StringComparison.Ordinal).Count(character => character == '|') - 1);
    }

    private static Recording HostileRecording()
    {
        var recording = Recorded.Begun(1000, (100, 30));
        recording.Source.Command = Hostile;
        recording.Source.RuntimeVersion = Hostile;
        var collection = recording.Edit(0);
        collection.RuntimeCause = Hostile;
        recording.Phases.Add(new Phase(0, Hostile, 5));
        recording.Coverage.NotUnderstood(1, Encoding.UTF8.GetBytes(Hostile));
        recording.Coverage.Add(Hostile);
        recording.InducedBy = [new InducedCall(1, [Hostile, Hostile])];
        recording.Allocations = new AllocationSamples([new(Hostile, AllocationHeap.Large, 10, 1, [Hostile, Hostile])], Hostile, true);
        return recording.Build();
    }
}
