using System.Text;
using Unpause.Services.Watch.Judging;

namespace Unpause.Services.Tests.Watch;

/// <summary>The child that makes reports, with scripts in place of <c>unpause</c>.</summary>
public sealed class ReportRunnerTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-report-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Child_OptionsOfTheEnvironmentAndOfTheFolder_AreIgnored()
    {
        var program = Script("pwd; env; echo \"$@\"");
        Environment.SetEnvironmentVariable("UNPAUSE_SLOW", "1ms");
        try
        {
            var answer = await new ReportRunner(program).RunAsync(["a b"], TestContext.Current.CancellationToken);

            var lines = Encoding.UTF8.GetString(answer!).Split('\n', StringSplitOptions.RemoveEmptyEntries);
            Assert.StartsWith("/proc/", lines[0], StringComparison.Ordinal);
            Assert.DoesNotContain(lines, line => line.StartsWith("UNPAUSE_", StringComparison.Ordinal));
            Assert.Contains(lines, line => line.StartsWith("PATH=", StringComparison.Ordinal));
            Assert.Equal("report a b --format json", lines[^1]);
        }
        finally
        {
            Environment.SetEnvironmentVariable("UNPAUSE_SLOW", null);
        }
    }

    [Theory]
    [InlineData("exit 3")]
    [InlineData("head -c 70000000 /dev/zero")]
    public async Task Child_WithoutAReportOrWithTooLongOne_GivesNone(string script) =>
        Assert.Null(await new ReportRunner(Script(script)).RunAsync([], TestContext.Current.CancellationToken));

    [Fact]
    public async Task Program_ThatIsNotThere_GivesNoReport() =>
        Assert.Null(await new ReportRunner(Path.Combine(_folder, "gone")).RunAsync([], TestContext.Current.CancellationToken));

    private string Script(string commands)
    {
        var path = Path.Combine(_folder, "unpause");
        File.WriteAllText(path, $"#!/bin/sh\n{commands}\n");
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return path;
    }
}
