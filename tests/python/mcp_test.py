"""tcviz serve --mcp as a coding assistant uses it: the handshake, the tools, calls, and what is refused."""

import json
import os
import subprocess
import unittest

import tcviz

PROGRAM = os.environ["TCVIZ_PROGRAM"]
ACC = "wmma.m16n16k16.acc.f32"


class Client:
    """As much of a client of the Model Context Protocol as a conversation needs."""

    def __init__(self):
        self.process = subprocess.Popen([PROGRAM, "serve", "--mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last = 0

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, **params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        answer = json.loads(self.process.stdout.readline())
        assert answer["jsonrpc"] == "2.0" and answer["id"] == self.last, answer
        return answer

    def call(self, tool, **arguments):
        return self.ask("tools/call", name=tool, arguments=arguments)["result"]

    def end(self):
        self.process.stdin.close()
        rest = self.process.stdout.read()
        self.process.stdout.close()
        return self.process.wait(), rest


class Conversation(unittest.TestCase):
    def setUp(self):
        self.client = Client()
        self.hello = self.client.ask("initialize", protocolVersion="2025-06-18", capabilities={},
                                     clientInfo={"name": "test", "version": "1"})["result"]
        self.client.send({"method": "notifications/initialized"})

    def tearDown(self):
        self.assertEqual(self.client.end(), (0, b""))

    def test_handshake_and_tools(self):
        self.assertEqual(self.hello["protocolVersion"], "2025-06-18")
        tools = {tool["name"]: tool for tool in self.client.ask("tools/list")["result"]["tools"]}
        self.assertLessEqual({"layout", "owners", "formula", "check", "diff"}, set(tools))
        for tool in tools.values():
            schema = tool["inputSchema"]
            self.assertLessEqual(set(schema["required"]), set(schema["properties"]))
            self.assertTrue(all(each["description"] for each in schema["properties"].values()), tool["name"])

    def test_every_tool_answers_with_its_provenance(self):
        layout = tcviz.layout(ACC, device="A100")
        for tool, arguments in (("layout", {"device": "A100"}), ("owners", {"device": "A100", "place": "9,6"}),
                                ("formula", {"device": "A100", "style": "cute"}),
                                ("check", {"device": "A100", "row": "tid >> 2", "col": "0"})):
            result = self.client.call(tool, kind=ACC, **arguments)
            self.assertFalse(result["isError"])
            said = result["structuredContent"]
            self.assertEqual(json.loads(result["content"][0]["text"]), said)
            provenance = said["provenance"]
            self.assertIn(provenance["reference"] if tool == "layout" else provenance, str(layout.provenance))
        both = self.client.call("diff", kind=ACC, **{"device": "V100", "with": "A100"})["structuredContent"]
        self.assertEqual(both["provenance"]["with"], str(layout.provenance))
        self.assertEqual(both["differing_slots"], 248)

    def test_owners(self):
        held = self.client.call("owners", kind=ACC, place="9,6")["structuredContent"]["places"][0]["slots"]
        self.assertEqual([(slot["tid"], slot["i"]) for slot in held], tcviz.layout(ACC).owners(9, 6))

    def test_a_refusal_is_said_to_the_model(self):
        result = self.client.call("layout", kind="mma.m16n8k16.a.f16", device="V100")
        self.assertTrue(result["isError"])
        self.assertIn("sm_70 does not have it", result["content"][0]["text"])
        self.assertTrue(self.client.call("check", kind=ACC, row="tid +")["isError"])
        self.assertEqual(self.client.ask("tools/call", name="verify", arguments={})["error"]["code"], -32602)
        self.assertEqual(self.client.ask("ping")["result"], {})


if __name__ == "__main__":
    unittest.main()
