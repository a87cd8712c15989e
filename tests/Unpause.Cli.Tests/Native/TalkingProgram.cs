namespace Unpause.Cli.Tests.Native;

/// <summary>
/// A program that tells how often it ran, reads its input, writes both streams and ends with 7: what <c>run</c> must not change.
/// </summary>
internal static class TalkingProgram
{
    /// <summary>Runs it once below <c>unpause run</c>, which is asked for <c>o.json</c>.</summary>
    /// <param name="setting">A shell's command before.</param>
    /// <param name="unpause">A shell's command that becomes unpause.</param>
    public static Cli.Result Run(TemporaryFolder folder, string setting, string unpause)
    {
        File.WriteAllText(folder["talk.sh"], "echo once >> ran; read line; echo \"$line\"; echo err >&2; exit 7\n");
        var run = $"{setting}; exec {unpause} run -o o.json -- /bin/sh talk.sh";
        var result = Cli.Program(folder.Path, "bash", "-c", $"printf 'in\\n' | ({run}); exit $?");
        Assert.True(result is { ExitCode: 7, Output: "in\n" }, result.ToString());
        Assert.Equal("once\n", File.ReadAllText(folder["ran"]));
        return result;
    }
}
