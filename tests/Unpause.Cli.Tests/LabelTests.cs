using System.Text;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary><c>--label</c> and <c>--service</c>: mistakes are told before anything is read or run.</summary>
public sealed class LabelTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public static TheoryData<string, string[]> Mistakes => new()
    {
        { "--label team has no key: write for example --label team=shop", ["--label", "team"] },
        { "--label =shop has no key", ["--label", "=shop"] },
        { "--label team= has no value", ["--label", "team="] },
        { "--label team is given twice", ["--label", "team=a", "--label", "team=b"] },
        { "a key may have at most 128 characters", ["--label", $"{new string('k', 129)}=v"] },
        { "a value may have at most 512 characters", ["--label", $"k={new string('v', 513)}"] },
        { "and no control characters", ["--label", "k=a\u001b[31m"] },
        { "--label is given 65 times: at most 64", [.. Enumerable.Range(0, 65).SelectMany(i => new[] { "--label", $"k{i}=v" })] },
        { "--service needs a name", ["--service", ""] },
    };

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Mistakes))]
    public void Label_Invalid_IsOneSentenceBeforeTheRun(string sentence, string[] options)
    {
        string[][] commands =
        [
            ["report", _folder.Write("gc.log", Encoding.UTF8.GetBytes("no log\n")), .. options],
            ["record", "1", .. options],
            ["run", .. options, "--", "touch", _folder["ran"]],
        ];
        foreach (var command in commands)
        {
            var result = Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?>(), command);
            Assert.Equal((2, ""), (result.ExitCode, result.Output));
            Assert.Contains(sentence, result.Error, StringComparison.Ordinal);
            Assert.Single(result.Error.TrimEnd().Split('\n'));
            Assert.DoesNotContain('\u001b', result.Error);
        }

        Assert.False(File.Exists(_folder["ran"]));
    }

    [Fact]
    public void Label_Any_ChangesNoVerdict()
    {
        var sample = RepositoryFolder.File("samples", "jvm", "dropped-g1-jdk17.log.gz");
        var plain = Cli.Unpause("report", sample);
        var labelled = Cli.Unpause("report", sample, "--label", "team=shop", "--label", "service.version=1.4=x", "--service", "cart");
        Assert.Equal((0, ""), (labelled.ExitCode, labelled.Error));
        Assert.Equal(plain.Output, labelled.Output);
    }
}
