using ModelContextProtocol;
using ModelContextProtocol.Protocol;

namespace Unpause.Services.Mcp.Tools;

/// <summary>The tools by name, and what a client gets of a call.</summary>
internal sealed class WitnessTools
{
    private readonly AllowedFolders _folders;
    private readonly ToolDescription[] _all;

    public WitnessTools(CommandRunner runner, AllowedFolders folders)
    {
        _folders = folders;
        var metrics = new MetricList(runner);
        var report = new ReportTools(runner, metrics);
        var pauses = new PauseTools(runner);
        _all =
        [
            new ListTool(runner, folders).Describe(), report.Describe(), pauses.DescribeLongest(), pauses.DescribeOne(),
            new CompareTool(runner).Describe(), new ExplainTool(runner).Describe(), new RecordNextTool(runner).Describe(),
        ];
    }

    /// <summary>As a client lists them. All only read.</summary>
    public IEnumerable<Tool> Described() => _all.Select(tool => new Tool
    {
        Name = tool.Name,
        Title = tool.Title,
        Description = $"{tool.Text} {ToolDescription.Data}",
        InputSchema = tool.Input,
        OutputSchema = tool.Output,
        Annotations = new ToolAnnotations
            { Title = tool.Title, ReadOnlyHint = true, DestructiveHint = false, IdempotentHint = true, OpenWorldHint = false },
    });

    /// <summary>Answers a call. A refusal is an answer with its code, so that the agent can correct the call.</summary>
    /// <exception cref="McpProtocolException">There is no such tool.</exception>
    public async Task<CallToolResult> CallAsync(string name, IDictionary<string, JsonElement>? arguments, CancellationToken cancelled)
    {
        var tool = Array.Find(_all, tool => tool.Name == name)
            ?? throw new McpProtocolException($"there is no tool {RecordedText.Shorten(name, 40)}", McpErrorCode.InvalidParams);
        try
        {
            var given = new ToolArguments(arguments, _folders);
            given.RefuseOthers(tool.Arguments);
            return Result(await tool.AnswerAsync(given, cancelled).ConfigureAwait(false), failed: false);
        }
        catch (ToolRefusal refusal)
        {
            return Result(new JsonObject { ["code"] = refusal.Code, ["message"] = refusal.Message }, failed: true);
        }
    }

    /// <summary>
    /// The answer as structured content, and the same as text for clients that show only text (the specification's advice).
    /// </summary>
    private static CallToolResult Result(JsonObject answer, bool failed)
    {
        var text = answer.ToJsonString();
        using var parsed = JsonDocument.Parse(text);
        return new CallToolResult
        {
            StructuredContent = parsed.RootElement.Clone(),
            Content = [new TextContentBlock { Text = text }],
            IsError = failed,
        };
    }
}
