using Microsoft.AspNetCore.Http;

namespace Unpause.Services.Watch.Web;

/// <summary>The live page, which the build of <c>web/</c> makes as one file.</summary>
internal static class LivePage
{
    private const string Name = "Unpause.live.html";

    private static readonly Lazy<byte[]> Bytes = new(() =>
    {
        using var stream = typeof(LivePage).Assembly.GetManifestResourceStream(Name)!;
        using var all = new MemoryStream();
        stream.CopyTo(all);
        return all.ToArray();
    });

    /// <summary>Answers with the page.</summary>
    public static async Task WriteAsync(HttpContext context)
    {
        context.Response.ContentType = "text/html; charset=utf-8";
        await context.Response.Body.WriteAsync(Bytes.Value, context.RequestAborted).ConfigureAwait(false);
    }
}
