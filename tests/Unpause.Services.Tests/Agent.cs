using ModelContextProtocol.Client;
using ModelContextProtocol.Protocol;

namespace Unpause.Services.Tests;

/// <summary>A client of the protocol, as an agent has it: it starts <c>unpause mcp</c> and talks to it over its input and output.</summary>
internal sealed class Agent : IAsyncDisposable
{
    /// <summary>Longer than the server lets a call take.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(120);

    private Agent(McpClient client) => Client = client;

    public McpClient Client { get; }

    public static async Task<Agent> StartAsync(params string[] folders) => new(await McpClient.CreateAsync(new StdioClientTransport(
        new StdioClientTransportOptions
        {
            Command = Programs.Unpause,
            Arguments = ["mcp", .. folders.SelectMany(folder => new[] { "--folder", folder })],
            Name = "unpause",
        })).WaitAsync(Longest));

    /// <summary>The structured answer; the text must be the same.</summary>
    public async Task<JsonElement> AnswerAsync(string tool, object? arguments = null)
    {
        var result = await CallAsync(tool, arguments);
        var text = Assert.IsType<TextContentBlock>(Assert.Single(result.Content)).Text;
        Assert.False(result.IsError, text);
        Assert.InRange(System.Text.Encoding.UTF8.GetByteCount(text), 1, 25_000);
        Assert.DoesNotContain(text, char.IsControl);
        Assert.Equal(text, result.StructuredContent!.Value.GetRawText());
        return result.StructuredContent!.Value;
    }

    /// <summary>The code of a refusal.</summary>
    public async Task<string> RefusalAsync(string tool, object? arguments = null)
    {
        var result = await CallAsync(tool, arguments);
        Assert.True(result.IsError, result.StructuredContent?.GetRawText());
        return result.StructuredContent!.Value.GetProperty("code").GetString()!;
    }

    public ValueTask DisposeAsync() => Client.DisposeAsync();

    public async Task<CallToolResult> CallAsync(string tool, object? arguments)
    {
        var given = arguments is null ? [] : JsonSerializer.SerializeToElement(arguments).EnumerateObject()
            .ToDictionary(member => member.Name, object? (member) => member.Value);
        return await Client.CallToolAsync(tool, given).AsTask().WaitAsync(Longest);
    }
}
