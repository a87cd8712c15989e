using Unpause.Requests;

namespace Unpause.Tests.Requests;

/// <summary>
/// One record of each product that is read by name, as its documentation or a public repository has it (looked up in November
/// 2026), with the times worked out by hand; where only the format is published, its source is followed by "filled in". A record that
/// stamps the end begins at the stamp less its duration.
/// </summary>
internal static class ProductLines
{
    public static IReadOnlyList<ProductLine> All { get; } =
    [
        new("haproxy", """
            Feb  6 12:14:14 localhost haproxy[14389]: 10.0.1.2:33317 [06/Feb/2009:12:14:14.655] http-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {1wt.eu} {} "GET /index.html HTTP/1.1"
            """, "2009-02-06T12:14:14.655Z", 109, "GET /index.html", StampMeaning.Start, "docs.haproxy.org/2.8/configuration.html#8.2.3"),
        new("haproxy", """
            Feb  6 12:12:56 localhost haproxy[14387]: 10.0.1.2:33313 [06/Feb/2009:12:12:51.443] fnt bck/srv1 0/0/5007 212 -- 0/0/0/0/3 0/0
            """, "2009-02-06T12:12:51.443Z", 5007, "bck", StampMeaning.Start, "docs.haproxy.org/2.8/configuration.html#8.2.2"),
        new("aws-load-balancer", """
            http 2018-07-02T22:23:00.186641Z app/my-loadbalancer/50dc6c495c0c9188 192.168.131.39:2817 10.0.0.1:80 0.000 0.001 0.000 200 200 34 366 "GET http://www.example.com:80/ HTTP/1.1" "curl/7.46.0" - - arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/my-targets/73e2d6bc24d8a067 "Root=1-58337262-36d228ad5d99923122bbe354" "-" "-" 0 2018-07-02T22:22:48.364000Z "forward" "-" "-" "10.0.0.1:80" "200" "-" "-"
            """, "2018-07-02T22:22:48.364Z", 1, "GET http://www.example.com:80/", StampMeaning.Start,
            "docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html"),
        new("aws-load-balancer", """
            2015-05-13T23:39:43.945958Z my-loadbalancer 192.168.131.39:2817 10.0.0.1:80 0.000073 0.001048 0.000057 200 200 0 29 "GET http://www.example.com:80/ HTTP/1.1" "curl/7.38.0" - -
            """, "2015-05-13T23:39:43.945958Z", 1.178, "GET http://www.example.com:80/", StampMeaning.Start,
            "docs.aws.amazon.com/elasticloadbalancing/latest/classic/access-log-collection.html"),
        new("gcp-load-balancer", """
            {"httpRequest":{"serverIp":"10.56.35.14","status":200,"userAgent":"Cronet/111.0.5563.55","responseSize":"1750","latency":"0.248406s","remoteIp":"41.82.183.143","requestMethod":"POST","requestSize":"522","requestUrl":"https://sn.mmapp.wave.com/graphql"},"insertId":"mr6p8jfcxlde5","jsonPayload":{"@type":"type.googleapis.com/google.cloud.loadbalancing.type.LoadBalancerLogEntry","statusDetails":"response_sent_by_backend"},"receiveTimestamp":"2023-04-21T15:59:26.407178441Z","resource":{"type":"http_load_balancer","labels":{"zone":"global"}},"severity":"INFO","timestamp":"2023-04-21T15:59:24.827008Z"}
            """, "2023-04-21T15:59:24.827008Z", 248.406, "POST https://sn.mmapp.wave.com/graphql", StampMeaning.Unsaid,
            "cloud.google.com/load-balancing/docs/https/https-logging-monitoring; an entry in a public repository's test, shortened"),
        new("azure-front-door", """
            { "time": "2020-06-09T22:32:17.8383427Z", "category": "FrontdoorAccessLog", "operationName": "Microsoft.Network/FrontDoor/AccessLog/Write",
              "properties": { "trackingReference": "08Q3gXgAAAAAe0s71BET", "httpMethod": "GET", "httpVersion": "2.0",
                "requestUri": "https://wafdemofrontdoorwebapp.azurefd.net:443/?q=%27%20or%201=1", "requestBytes": "715", "responseBytes": "380",
                "clientPort": "52097", "timeTaken": "0.003", "rulesEngineMatchNames": [], "httpStatusCode": "403", "pop": "SJC" } }
            """, "2020-06-09T22:32:17.8353427Z", 3, "GET https://wafdemofrontdoorwebapp.azurefd.net:443/", StampMeaning.End,
            "learn.microsoft.com/azure/web-application-firewall/afds/waf-front-door-monitor"),
        new("azure-application-gateway", """
            {"records": [{"timeStamp": "2021-10-14T22:17:11+00:00", "listenerName": "HTTP-Listener", "operationName": "ApplicationGatewayAccess", "category": "ApplicationGatewayAccessLog", "properties": {"instanceId": "appgw_2", "clientIP": "185.42.129.24", "clientPort": 45057, "httpMethod": "GET", "originalRequestUriWithArgs": "/", "requestUri": "/", "httpStatus": 200, "receivedBytes": 184, "sentBytes": 466, "timeTaken": 0.034, "serverStatus": "200", "host": "20.110.30.194"}}]}
            """, "2021-10-14T22:17:11Z", 34, "GET /", StampMeaning.Unsaid,
            "learn.microsoft.com/azure/application-gateway/monitor-application-gateway-reference; an entry in a public parser's comment"),
        new("traefik", """
            {"ClientAddr":"10.10.10.1:40084","ClientHost":"10.10.10.1","ClientUsername":"-","DownstreamContentSize":10699,"DownstreamStatus":200,"Duration":31482552,"OriginContentSize":10699,"OriginDuration":31403291,"OriginStatus":200,"Overhead":79261,"RequestAddr":"gw.local","RequestCount":41,"RequestHost":"gw.local","RequestMethod":"GET","RequestPath":"/webpages/icons2.png","RequestProtocol":"HTTP/1.1","RouterName":"for-home-gw@file","StartLocal":"2025-01-08T13:27:03.200888017Z","StartUTC":"2025-01-08T13:27:03.200888017Z","entryPointName":"web","level":"info","msg":"","time":"2025-01-08T13:27:03Z"}
            """, "2025-01-08T13:27:03.200888017Z", 31.482552, "GET /webpages/icons2.png", StampMeaning.Start,
            "doc.traefik.io/traefik/observability/access-logs; a line of a public repository's notes on Traefik 3"),
        new("traefik", """
            192.168.1.4 - - [25/Mar/2019:10:30:21 +0000] "GET /api HTTP/1.1" 200 1234 "-" "curl/7.64.0" 23 "router@docker" "http://172.18.0.3:80" 17ms
            """, "2019-03-25T10:30:21Z", 17, "GET /api", StampMeaning.Start,
            "doc.traefik.io/traefik/observability/access-logs, Common Log Format, filled in"),
        new("caddy", """
            {"level":"info","ts":1786631395.1064715,"logger":"http.log.access.log0","msg":"handled request","request":{"remote_ip":"192.168.65.1","remote_port":"40190","client_ip":"192.168.65.1","proto":"HTTP/1.1","method":"GET","host":"app.example:8080","uri":"/dashboard","headers":{"User-Agent":["curl/8.7.1"],"Accept":["*/*"]}},"bytes_read":0,"user_id":"","duration":0.001,"size":5,"status":200,"resp_headers":{"Content-Type":["text/html"],"Server":["Caddy"]}}
            """, "2026-08-13T14:29:55.1054715Z", 1, "GET /dashboard", StampMeaning.End, "caddyserver.com/docs/logging; a line of Caddy 2.11.4"),
        new("envoy", """
            [2016-04-15T20:17:00.310Z] "POST /api/v1/locations HTTP/2" 204 - 154 0 226 100 "10.0.35.28" "nsq2http" "cc21d9b0-cf5c-432b-8c7e-98aeb7988cd2" "locations" "tcp://10.0.2.1:80"
            """, "2016-04-15T20:17:00.310Z", 226, "POST /api/v1/locations", StampMeaning.Start,
            "envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage"),
        new("serilog", """
            {
              "@t": "2019-06-26T06:05:54.6881162Z",
              "@mt": "HTTP {RequestMethod} {RequestPath} responded {StatusCode} in {Elapsed:0.0000} ms",
              "@r": ["224.5185"],
              "RequestMethod": "GET", "RequestPath": "/", "StatusCode": 200, "Elapsed": 224.5185,
              "RequestId": "0HLNPVG1HI42T:00000001", "CorrelationId": null, "ConnectionId": "0HLNPVG1HI42T"
            }
            """, "2019-06-26T06:05:54.4635977Z", 224.5185, "GET /", StampMeaning.End, "github.com/serilog/serilog-aspnetcore, README"),
        new("pino", """
            {"level":30,"time":1459443201087,"pid":46316,"hostname":"MBP-di-Matteo","req":{"id":1,"method":"GET","url":"/","headers":{"host":"localhost:3000"}},"res":{"statusCode":200},"responseTime":10,"msg":"request completed"}
            """, "2016-03-31T16:53:21.077Z", 10, "GET /", StampMeaning.End, "github.com/pinojs/pino-http, README, filled in"),
        new("lograge", """
            {"method":"GET","path":"/gitlab/gitlab-foss/issues/1234","format":"html","controller":"Projects::IssuesController","action":"show","status":200,"duration":229.03,"view":174.07,"db":13.24,"time":"2017-08-08T20:15:54.821Z","params":[{"key":"param_key","value":"param_value"}],"remote_ip":"18.245.0.1","user_id":1,"username":"admin","gitaly_calls":76,"gitaly_duration":7.41,"queue_duration": 112.47}
            """, "2017-08-08T20:15:54.59197Z", 229.03, "GET /gitlab/gitlab-foss/issues/1234", StampMeaning.End,
            "docs.gitlab.com/administration/logs, production_json.log"),
        new("lograge", """
            I, [2013-12-10T14:09:42.123456 #31337]  INFO -- : method=GET path=/jobs/833552.json format=json controller=JobsController  action=show status=200 duration=58.33 view=40.43 db=15.26
            """, "2013-12-10T14:09:42.065126Z", 58.33, "GET /jobs/833552.json", StampMeaning.End,
            "github.com/roidrage/lograge, README, behind Ruby's Logger::Formatter"),
        new("access-log", """
            ::1 - - [15/Jan/2023:08:23:45 +0000] "GET /a HTTP/1.1" 200 12 "-" "curl/7.88.1" 163.700 ms
            """, "2023-01-15T08:23:44.8363Z", 163.7, "GET /a", StampMeaning.Unsaid,
            "github.com/expressjs/morgan, README: combined and :response-time ms, filled in"),
        new("vegeta", """
            {"attack":"","seq":0,"code":200,"timestamp":"2026-06-05T10:00:00.100Z","latency":12000000,"method":"GET","url":"https://ex.com/ok","error":""}
            """, "2026-06-05T10:00:00.1Z", 12, "GET https://ex.com/ok", StampMeaning.Start, "github.com/tsenart/vegeta, lib/results.go"),
        new("vegeta", "1673771025000000000,200,163700,0,12,,aGVsbG8gd29ybGQh,,0,GET,http://localhost/a?b=1,RGF0ZTo=\n",
            "2023-01-15T08:23:45Z", 0.1637, "GET http://localhost/a", StampMeaning.Start,
            "github.com/tsenart/vegeta, lib/results.go, NewCSVEncoder, filled in"),
        new("gatling", """
            ASSERTION	AAEB
            RUN	computerdatabase.BasicSimulation	basicsimulation	1550135306911	 	3.0.3
            USER	BasicSimulation	1	START	1550135307911	1550135307911
            REQUEST	1		request_1	1550135307921	1550135308073	OK	 
            USER	BasicSimulation	1	END	1550135307911	1550135309911
            """, "2019-02-14T09:08:27.921Z", 152, "request_1", StampMeaning.Both, "github.com/gatling/gatling 3.0, LogFileDataWriter, filled in"),
        new("gatling", "REQUEST\t\trequest_1\t1673771025000\t1673771025250\tKO\tstatus.find.is(200), found 500\n",
            "2023-01-15T08:23:45Z", 250, "request_1", StampMeaning.Both, "github.com/gatling/gatling 3.9, LogFileDataWriter, filled in"),
        new("jmeter", """
            timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect
            1690288938130,1259,Testkube - HTTP Request,200,OK,Thread Group 1-1,text,true,,65222,366,1,1,https://testkube.io/,124,0,80
            """, "2023-07-25T12:42:18.130Z", 1259, "Testkube - HTTP Request", StampMeaning.Start,
            "jmeter.apache.org/usermanual/listeners.html#csvlogformat"),
        new("jmeter", """
            <?xml version="1.0" encoding="UTF-8"?>
            <testResults version="1.2">

            <httpSample t="1392" lt="351" ts="1144371014619" s="true"
                 lb="HTTP Request" rc="200" rm="OK"
                 tn="Listen 1-1" dt="text" de="iso-8859-1" by="12407">
              <httpSample t="170" lt="170" ts="1144371015471" s="true"
                    lb="http://www.apache.org/style/style.css" rc="200" rm="OK"
                    tn="Listen 1-1" dt="text" de="ISO-8859-1" by="1002">
                <responseHeader class="java.lang.String">HTTP/1.1 200 OK</responseHeader>
                <responseData class="java.lang.String">body, td, th {</responseData>
              </httpSample>
            </httpSample>
            </testResults>
            """, "2006-04-07T00:50:14.619Z", 1392, "HTTP Request", StampMeaning.Start,
            "jmeter.apache.org/usermanual/listeners.html#xmlformat2.1 (shortened)"),
        new("locust", "timestamp,request_type,name,response_time,response_length\n1673771025.25,GET,/a,250,5\n",
            "2023-01-15T08:23:45Z", 250, "GET /a", StampMeaning.End, "docs.locust.io/en/stable/extending-locust.html, filled in"),
        new("ab", "starttime\tseconds\tctime\tdtime\tttime\twait\nSun Jan 15 08:23:45 2023\t1673771025\t0\t5\t5\t4\n",
            "2023-01-15T08:23:45Z", 5, "", StampMeaning.Start, "httpd.apache.org/docs/2.4/programs/ab.html, -g, filled in"),
    ];
}
