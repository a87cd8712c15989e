namespace Unpause.Services.Tests;

/// <summary>Each tool's answer against what the command line prints for the same file.</summary>
public sealed class ToolTests : IAsyncLifetime
{
    private static readonly string Samples = RepositoryFolder.File("samples");

    private Agent _agent = null!;

    public async ValueTask InitializeAsync() => _agent = await Agent.StartAsync(Samples);

    public ValueTask DisposeAsync() => _agent.DisposeAsync();

    [Fact]
    public async Task ListTools_AnyClient_HasSevenReadOnlyToolsThatCallTextsData()
    {
        var tools = await _agent.Client.ListToolsAsync();

        Assert.Equal(
            ["compare", "explain", "explain_pause", "list_recordings", "longest_pauses", "report", "what_to_record_next"],
            tools.Select(tool => tool.Name).Order(StringComparer.Ordinal));
        Assert.All(tools, tool =>
        {
            Assert.True(tool.ProtocolTool.Annotations is { ReadOnlyHint: true, OpenWorldHint: false, DestructiveHint: false });
            Assert.Contains("instructions", tool.Description, StringComparison.Ordinal);
            Assert.False(tool.ProtocolTool.InputSchema.GetProperty("additionalProperties").GetBoolean());
            Assert.NotNull(tool.ProtocolTool.OutputSchema);
        });
        Assert.Contains("instructions", _agent.Client.ServerInstructions, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("dotnet/induced.nettrace.gz", "max_pause", "stops/gc_stops/max_ms")]
    [InlineData("jvm/g1-jdk17.log", "max_pause", "stops/gc_stops/max_ms")]
    [InlineData("go/catalog-gogc100.gctrace", "max_gc_pause", "pauses/max_ms")]
    [InlineData("python/web.upgc.gz", "max_gc_pause", "pauses/max_ms")]
    public async Task Report_RecordingOfARuntime_QuotesTheDocumentWithBasisAndUnit(string file, string number, string at)
    {
        var answer = await _agent.AnswerAsync("report", new { files = new[] { file } });

        Compare(answer, 15, "report", "--format", "json", Path.Combine(Samples, file));
        var longest = answer.GetProperty("processes")[0].GetProperty("numbers").EnumerateArray()
            .Single(entry => entry.GetProperty("name").GetString() == number);
        Assert.Equal($"/processes/0/{at}", longest.GetProperty("at").GetString());
        Assert.Equal("ms", longest.GetProperty("unit").GetString());
        Assert.Contains("longest", longest.GetProperty("basis").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Report_WithRequests_GivesTheRangeOfSlowRequestsByGc()
    {
        var answer = await _agent.AnswerAsync(
            "report", new { files = new[] { "requests/service.upgc.gz" }, requests = new[] { "requests/spans.jsonl.gz" }, slow_ms = 20 });

        Compare(
            answer, 80, "report", "--format", "json", $"--requests={Samples}/requests/spans.jsonl.gz", "--slow=20ms",
            $"{Samples}/requests/service.upgc.gz");
        var caused = answer.GetProperty("requests").GetProperty("numbers").EnumerateArray()
            .Single(entry => entry.GetProperty("name").GetString() == "slow_because_of_gc");
        Assert.Equal("/requests/slow_because_of_gc_low", caused.GetProperty("low").GetProperty("at").GetString());
        Assert.Equal("/requests/slow_because_of_gc_high", caused.GetProperty("high").GetProperty("at").GetString());
    }

    [Fact]
    public async Task Report_FolderWithManyProcesses_CutsListsAndSaysHowToGetTheRest()
    {
        var answer = await _agent.AnswerAsync("report", new { files = new[] { "jvm" } });

        Compare(answer, 40, "report", "--format", "json", $"{Samples}/jvm");
        var cut = answer.GetProperty("left_out").EnumerateArray().Single(entry => entry.GetProperty("at").GetString() == "/processes");
        Assert.True(cut.GetProperty("of").GetInt32() > cut.GetProperty("shown").GetInt32());
        Assert.Contains("process", cut.GetProperty("ask").GetString(), StringComparison.Ordinal);

        var other = await _agent.AnswerAsync("report", new { files = new[] { "jvm" }, process = 7 });
        Assert.Equal("/processes/7/name", other.GetProperty("processes")[0].GetProperty("name").GetProperty("at").GetString());
        Assert.All(other.GetProperty("findings").EnumerateArray(), finding =>
            Assert.Equal(7, finding.GetProperty("value").GetProperty("process").GetInt32()));
    }

    [Fact]
    public async Task ListRecordings_FolderOfSamples_NamesRecordingsAndFilesWithRequests()
    {
        var answer = await _agent.AnswerAsync("list_recordings", new { folder = "requests" });

        var document = Programs.Document("report", "--format", "json", $"{Samples}/requests");
        var quotes = new Quotes(document);
        quotes.Check(answer.GetProperty("recordings"));
        Assert.Equal(document.GetProperty("processes").GetArrayLength(), answer.GetProperty("recordings").GetArrayLength());
        var names = answer.GetProperty("request_files").EnumerateArray()
            .SelectMany(entry => entry.GetProperty("value").GetProperty("files").EnumerateArray())
            .Select(file => Path.GetFileName(file.GetString()));
        Assert.Contains("spans.jsonl.gz", names);

        var second = await _agent.AnswerAsync("list_recordings", new { folder = "requests", skip = 1 });
        Assert.Equal("/processes/1/source", second.GetProperty("recordings")[0].GetProperty("at").GetString());
    }

    [Fact]
    public async Task LongestPauses_RecordingWithStops_QuotesTheTenLongest()
    {
        var answer = await _agent.AnswerAsync("longest_pauses", new { file = "dotnet/induced.nettrace.gz" });

        Compare(answer, 60, "report", "--format", "json", $"{Samples}/dotnet/induced.nettrace.gz");
        Assert.Equal(10, answer.GetProperty("pauses").GetArrayLength());
        Assert.Equal("/processes/0/stops/longest/0", answer.GetProperty("pauses")[0].GetProperty("at").GetString());
        Assert.Contains(answer.GetProperty("left_out").EnumerateArray(), entry =>
            entry.GetProperty("shown").GetInt32() == 10 && entry.GetProperty("of").GetInt32() == 31);
    }

    [Theory]
    [InlineData("collection", "--gc=7")]
    [InlineData("at", "--at=1s")]
    [InlineData("longest", "--longest")]
    public async Task ExplainPause_ChosenPause_IsThatOfTheCommandLine(string choice, string option)
    {
        const string file = "dotnet/induced.nettrace.gz";

        var answer = await _agent.AnswerAsync("explain_pause", choice switch
        {
            "collection" => new { file, collection = 7 },
            "at" => new { file, at = "1s" },
            _ => new { file },
        });

        Compare(answer, 20, "explain", "--format", "json", option, Path.Combine(Samples, file));
    }

    [Fact]
    public async Task Compare_TwoRuns_QuotesDifferencesWithTheirIntervals()
    {
        var answer = await _agent.AnswerAsync(
            "compare", new { before = "go/catalog-gogc100.gctrace", after = "go/catalog-gogc800.gctrace", same_load = true });

        Compare(
            answer, 30, "compare", "--format", "json", "--same-load", $"{Samples}/go/catalog-gogc100.gctrace",
            $"{Samples}/go/catalog-gogc800.gctrace");
        var first = answer.GetProperty("metrics")[0].GetProperty("value");
        Assert.Equal("better", first.GetProperty("verdict").GetString());
        Assert.True(first.GetProperty("low").GetDouble() < first.GetProperty("high").GetDouble());
    }

    [Theory]
    [InlineData("blocking-gen2", "rule")]
    [InlineData("p99_pause", "metric")]
    [InlineData("GOGC", "setting")]
    [InlineData("heap.live_set_bytes", "term")]
    public async Task Explain_KnownWord_QuotesWhatTheCommandLinePrints(string word, string kind)
    {
        var answer = await _agent.AnswerAsync("explain", new { word });

        Compare(answer, 0, "explain", "--format", "json", word);
        Assert.Equal(kind, answer.GetProperty("kind").GetString());
    }

    [Fact]
    public async Task WhatToRecordNext_RecordingWithGaps_NamesTheReasonAndTheSwitch()
    {
        var answer = await _agent.AnswerAsync("what_to_record_next", new { file = "jvm/g1-jdk17.log" });

        Compare(answer, 0, "report", "--format", "json", $"{Samples}/jvm/g1-jdk17.log");
        var reasons = answer.GetProperty("not_known").GetProperty("rules_not_applicable").EnumerateArray()
            .Select(entry => entry.GetProperty("value").GetProperty("reason").GetString()!).ToList();
        Assert.Contains(reasons, reason => reason.Contains("gc+phases*=debug", StringComparison.Ordinal));
    }

    private static void Compare(JsonElement answer, int least, params string[] command)
    {
        Assert.Equal("unpause " + string.Join(' ', command), answer.GetProperty("source").GetProperty("command").GetString());
        var quotes = new Quotes(Programs.Document(command));
        quotes.Check(answer);
        Assert.True(quotes.Numbers >= least, $"{quotes.Numbers} numbers");
    }
}
