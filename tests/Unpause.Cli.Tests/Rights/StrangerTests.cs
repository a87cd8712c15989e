using System.Diagnostics;
using Unpause.Cli.Output;
using Unpause.Cli.Sessions;
using Unpause.Recordings;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Rights;

/// <summary>Root writes and reads in folders where another user may have put anything beforehand.</summary>
[Trait("Tier", "live")]
public sealed class StrangerTests : IDisposable
{
    private const string Stranger = "setpriv --reuid 65534 --regid 65534 --clear-groups ";
    private const string Secret = "root:secret";
    private static readonly string Log = RepositoryFolder.File("samples", "jvm", "dropped-g1-jdk17.log.gz");
    private static readonly string Service = RepositoryFolder.File("samples", "requests", "service.upgc.gz");

    // Replaces the file at the name as fast as possible, until it is killed.
    private const string Adversary =
        """
        import os, sys
        place, victim, absent = sys.argv[1:]
        def away():
            try: os.unlink(place)
            except IsADirectoryError: os.rmdir(place)
            except OSError: pass
        def link(): os.symlink(victim, place)
        def dangling(): os.symlink(absent, place)
        def file(): os.close(os.open(place, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        def folder(): os.mkdir(place)
        def pipe(): os.mkfifo(place)
        print("ready", flush=True)
        while True:
            for make in (link, file, dangling, lambda: None, folder, pipe):
                away()
                try: make()
                except OSError: pass
        """;

    private readonly TemporaryFolder _folder = new();

    /// <summary>A folder such as /tmp, beside one that only root may enter, with a file that only root may read.</summary>
    public StrangerTests() => Shell(
        $"chmod 755 .; mkdir -m 1777 shared; mkdir -m 700 private; echo {Secret} > private/victim; chmod 600 private/victim");

    public void Dispose() => _folder.Dispose();

    [LinkRulesTheory]
    [InlineData(0, "private/victim")]
    [InlineData(1, "private/victim")]
    [InlineData(0, "private/absent")]
    [InlineData(1, "private/absent")]
    public void Output_PlantedLink_IsReplaced(int rule, string leadsTo)
    {
        using var rules = new LinkRules(rule);
        Shell($"cd shared; {Stranger} ln -s {_folder[leadsTo]} page.html; {Stranger} ln -s {_folder[leadsTo]} unpause-report.html");
        var result = Shell($"cd shared; umask 022; $U report {Log} -q -o page.html");
        Assert.True(result.ExitCode == 0, result.ToString());
        var run = Shell("cd shared; umask 022; $U run -- python3 -c 'import gc; gc.collect()'");
        // Nobody named the default page, so it takes a free name, and the link is neither followed nor replaced.
        Assert.Contains("wrote unpause-report-2.html", run.Error, StringComparison.Ordinal);
        RequireUntouched();
        Assert.Equal(
            "regular file 0 644 1\nregular file 0 644 1\npage.html\nunpause-report-2.html\nunpause-report.html\n",
            Shell("cd shared; stat -c '%F %u %a %h' page.html unpause-report-2.html; ls -A").Output);
    }

    /// <summary>A second name of a file of ours, which a kernel without <c>protected_hardlinks</c> lets everybody make.</summary>
    [RootFact]
    public void Output_PlantedHardLink_IsReplaced()
    {
        Shell("ln private/victim shared/page.html");
        Assert.Equal(0, Shell($"cd shared; umask 022; $U report {Log} -q -o page.html").ExitCode);
        RequireUntouched();
        Assert.Equal("0 644 1\n", Shell("stat -c '%u %a %h' shared/page.html").Output);
    }

    [RootFact]
    public void Output_FileOfAnotherUser_IsReplacedNotFilled()
    {
        Shell($"cd shared; {Stranger} sh -c 'umask 0; echo mine > page.html; exec sleep 0'");
        Assert.Equal(0, Shell($"cd shared; umask 027; exec 5< page.html; $U report {Log} -q -o page.html; cat <&5 > was").ExitCode);
        Assert.Equal("mine\n0 640\n", Shell("cd shared; cat was; stat -c '%u %a' page.html").Output);
    }

    [RootFact]
    public void Output_PlantedPipe_IsNotWaitedFor()
    {
        Shell($"cd shared; {Stranger} mkfifo page.html; {Stranger} mkfifo unpause-report.html");
        var named = Shell($"cd shared; timeout 60 $U report {Log} -q -o page.html");
        Assert.Equal(
            (2, "unpause: -o page.html cannot be written: it is a pipe of another user, in a folder that others may write to\n"),
            (named.ExitCode, named.Error));
        var run = Shell("cd shared; timeout 60 $U run -- true");
        Assert.True(run.ExitCode == 0, run.ToString());
        Assert.Contains(
            "page not written: -o unpause-report.html cannot be written: it is a pipe or a device", run.Error, StringComparison.Ordinal);
    }

    /// <summary>Without rights a stranger's file in /tmp can't be replaced, which is told before the work.</summary>
    [RootFact]
    public void Output_FileOfAnotherUserInTmp_IsRefused()
    {
        Shell("ln -s nowhere shared/page.html");
        var result = Shell($"cd shared; {Stranger} env HOME=/tmp $U report {Log} -q -o page.html");
        Assert.Equal(
            (2, "unpause: -o page.html cannot be written: it belongs to another user, in a folder where only its owner can replace it\n"),
            (result.ExitCode, result.Error));
    }

    /// <summary>A thousand rounds against one who changes what stands there all the while.</summary>
    [LinkRulesTheory]
    [InlineData(0, "1777")]
    [InlineData(0, "777")]
    [InlineData(1, "777")]
    public void Output_Race_NeverLeadsElsewhere(int rule, string permissions)
    {
        using var rules = new LinkRules(rule);
        Shell($"chmod {permissions} shared");
        File.WriteAllText(_folder["adversary.py"], Adversary);
        var place = _folder["shared/page.html"];
        string[] command =
        [
            .. Stranger.Split(' ', StringSplitOptions.RemoveEmptyEntries),
            "/usr/bin/python3", _folder["adversary.py"], place, _folder["private/victim"], _folder["private/absent"],
        ];
        var start = new ProcessStartInfo(command[0], command[1..]) { UseShellExecute = false, RedirectStandardOutput = true };
        using var adversary = Process.Start(start)!;
        try
        {
            Assert.Equal("ready", adversary.StandardOutput.ReadLine());
            var kept = 0;
            for (var round = 0; round < 1000; round++)
            {
                if (TryWrite(place)) kept++;
                // If the attacker cannot remove it, we do, to give the attacker a turn.
                Remove(place);
            }

            Assert.False(adversary.HasExited);
            // Folders and pipes cannot become a file; everything else can.
            Assert.InRange(kept, 1, 1000);
        }
        finally
        {
            adversary.Kill();
            adversary.WaitForExit();
        }

        RequireUntouched();
        Assert.Empty(Directory.GetFiles(_folder["shared"], ".unpause*"));
    }

    private static void Remove(string place)
    {
        try
        {
            if (File.Exists(place)) File.Delete(place);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The attacker has replaced it meanwhile.
        }
    }

    [Fact]
    public void Output_Killed_KeepsTheOldFile()
    {
        Shell("mkfifo traces; echo old > filled.json");
        using var fill = Start(["fill", "traces", Service, "-o", "filled.json"]);
        var watch = Stopwatch.StartNew();
        while (Directory.GetFiles(_folder.Path, ".unpause-unfinished-*").Length == 0)
        {
            Assert.True(watch.Elapsed < TimeSpan.FromSeconds(60) && !fill.HasExited, "it begins no output");
            Thread.Sleep(50);
        }

        fill.Kill();
        fill.WaitForExit();
        Assert.Equal("old\n", File.ReadAllText(_folder["filled.json"]));
    }

    /// <summary>What is found in a folder may be a link to a pipe, or lead in circles: nobody named it.</summary>
    [Fact]
    public void Folder_PipeInIt_IsNotWaitedFor()
    {
        Shell($"mkdir logs; cd logs; cp {Log} a.log.gz; mkfifo pipe; ln -s pipe b.log; ln -s /dev/zero c.log");
        Shell("cd logs; ln -s . round; ln -s . circle; ln -s / all");
        var result = Shell("timeout 60 $U report logs --format json");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("", ContractSchema.Faults(result.Output));
        Assert.Equal(Shell("timeout 60 $U report 'logs/*' --format json").Output, result.Output);
    }

    [RootTheory]
    [InlineData("shared/logs")]
    [InlineData("'shared/logs/*.gz'")]
    [InlineData("'shared/lo*'")]
    public void Folder_LinkOfAnotherUser_IsLeftOutAndNamed(string path)
    {
        Shell($"cp {Log} private/secret.log.gz; chmod 600 private/secret.log.gz");
        Shell($"cd shared; {Stranger} mkdir logs; {Stranger} ln -s ../../private/secret.log.gz logs/a.log.gz");
        var result = Shell($"$U report {path} --format json");
        Assert.NotEqual(0, result.ExitCode);
        Assert.Equal("", result.Output);
        Assert.Contains("logs/a.log.gz: a link that another user may have created: name it", result.Error, StringComparison.Ordinal);
        // A link that the user names is read.
        Assert.Equal(0, Shell("$U report shared/logs/a.log.gz --format json").ExitCode);
    }

    [RootFact]
    public void Folder_HardLinkToRootsFile_IsLeftOutAndNamed()
    {
        Shell($"cp {Log} private/secret.log.gz; chmod 600 private/secret.log.gz; ln private/secret.log.gz shared/a.log.gz");
        var result = Shell("$U report shared --format json");
        Assert.NotEqual(0, result.ExitCode);
        Assert.Contains("shared/a.log.gz: a file with several hard links", result.Error, StringComparison.Ordinal);
    }

    [RootFact]
    public void Folder_FolderLinkOfAnotherUser_IsNotEntered()
    {
        Shell($"cp {Log} private/secret.log.gz; cd shared; {Stranger} ln -s ../private sub");
        Assert.NotEqual(0, Shell("$U report 'shared/s*' --format json").ExitCode);
        Assert.NotEqual(0, Shell("$U report shared --format json").ExitCode);
    }

    [Fact]
    public void Folder_OwnLink_IsRead()
    {
        Shell($"mkdir logs real; cp {Log} real/g1.log.gz; ln -s ../real/g1.log.gz logs/current.log.gz; ln -s $PWD/real other");
        Assert.Equal(0, Shell("$U report logs --format json").ExitCode);
        Assert.Equal(0, Shell("$U report 'oth*' --format json").ExitCode);
    }

    /// <summary>A thousand rounds against a user who exchanges files, folders and links all the while.</summary>
    [RootFact]
    public void Folder_FilesExchangedMeanwhile_NeverLeadElsewhere()
    {
        const string Exchanger =
            """
            import os, sys
            logs, private = sys.argv[1:]
            os.makedirs(logs + "/real"); open(logs + "/real/victim", "w").write("mine")
            def away(name):
                try: os.unlink(name)
                except OSError: pass
            print("ready", flush=True)
            while True:
                for target in ("real", private):
                    away(logs + "/sub"); os.symlink(target, logs + "/sub")
                away(logs + "/sub"); os.rename(logs + "/real", logs + "/sub")
                away(logs + "/sub/victim"); os.symlink(private + "/victim", logs + "/sub/victim")
                away(logs + "/sub/victim"); open(logs + "/sub/victim", "w").write("mine")
                os.rename(logs + "/sub", logs + "/real")
            """;
        Shell($"{Stranger} mkdir shared/logs");
        File.WriteAllText(_folder["exchanger.py"], Exchanger);
        string[] command =
        [
            .. Stranger.Split(' ', StringSplitOptions.RemoveEmptyEntries),
            "/usr/bin/python3", _folder["exchanger.py"], _folder["shared/logs"], _folder["private"],
        ];
        var start = new ProcessStartInfo(command[0], command[1..]) { UseShellExecute = false, RedirectStandardOutput = true };
        using var adversary = Process.Start(start)!;
        try
        {
            Assert.Equal("ready", adversary.StandardOutput.ReadLine());
            for (var round = 0; round < 1000; round++)
            {
                foreach (var path in (string[])["shared/logs", "shared/logs/*", "shared/logs/s*"]) RequireNoSecret(_folder[path]);
            }

            Assert.False(adversary.HasExited);
        }
        finally
        {
            adversary.Kill();
            adversary.WaitForExit();
        }
    }

    private static void RequireNoSecret(string path)
    {
        try
        {
            foreach (var (input, _) in InputExpansion.Expand([path]))
            {
                try
                {
                    using var reader = new StreamReader(input.Open());
                    Assert.DoesNotContain(Secret, reader.ReadToEnd(), StringComparison.Ordinal);
                }
                catch (Exception e) when (e is IOException or UnauthorizedAccessException)
                {
                    // Left out, or gone by now.
                }
            }
        }
        catch (Exception e) when (e is UserMistake or IOException)
        {
            // There was no file at that moment.
        }
    }

    [Theory]
    [InlineData("-INT", 130)]
    [InlineData("-TERM", 143)]
    public void Report_SignalWhileReadingASlowPipe_Ends(string signal, int expected)
    {
        Shell("mkfifo pipe");
        using var report = Start(["report", "pipe"]);
        using var drips = new FileStream(_folder["pipe"], FileMode.Open, FileAccess.Write, FileShare.ReadWrite, 0);
        drips.Write("a line\n"u8);
        Thread.Sleep(1000);
        drips.Write("a second line, and no end\n"u8);
        Process.Start("kill", [signal, report.Id.ToString(System.Globalization.CultureInfo.InvariantCulture)]).WaitForExit();
        Assert.True(report.WaitForExit(TimeSpan.FromSeconds(20)));
        Assert.Equal(expected, report.ExitCode);
    }

    private static bool TryWrite(string place)
    {
        try
        {
            using var file = OutputFile.Open(place, "-o");
            file.Stream.Write("a report"u8);
            file.Keep();
            return true;
        }
        catch (Exception exception) when (exception is UserMistake or OutputFailure)
        {
            return false;
        }
    }

    private void RequireUntouched()
    {
        Assert.Equal(
            $"{Secret}\n600 0\nvictim\n", Shell("cat private/victim; stat -c '%a %u' private/victim; ls -A private").Output);
    }

    private Process Start(string[] arguments) =>
        Process.Start(new ProcessStartInfo(Cli.CommandForSignals[0], [.. Cli.CommandForSignals[1..], .. arguments])
        {
            WorkingDirectory = _folder.Path,
        })!;

    private Cli.Result Shell(string script) =>
        Cli.Program(_folder.Path, "sh", "-c", script.Replace("$U", Cli.InShell, StringComparison.Ordinal));
}
